/** The name of a function without the mark that files put before those that are younger than they. */
export const plainName = (name: string): string => name.toUpperCase().replace(/^_XLFN\.(?:_XLWS\.)?/, "");
