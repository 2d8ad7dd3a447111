/** Function name without the prefix that files use for functions newer than the format. */
export const stripFunctionPrefix = (name: string): string => name.toUpperCase().replace(/^_XLFN\.(?:_XLWS\.)?/, "");
