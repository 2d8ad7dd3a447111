/** Files prefix the names of functions newer than the format. */
export const stripFunctionPrefix = (name: string): string => name.toUpperCase().replace(/^_XLFN\.(?:_XLWS\.)?/, "");
