/** Removes the prefix that files put before functions newer than the format. */
export const stripFunctionPrefix = (name: string): string => name.toUpperCase().replace(/^_XLFN\.(?:_XLWS\.)?/, "");
