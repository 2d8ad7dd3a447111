/**
 * Checks a key: letters, digits, dot, dash and underscore, at most 200, no leading dot.
 * @throws {RangeError}
 */
export const assertFileKey = (key: string): void => {
  if (/^[a-zA-Z0-9_-][a-zA-Z0-9._-]{0,199}$/.test(key)) return;
  throw new RangeError(
    `"${key}" isn't a valid file name here: letters, digits, ".", "_" and "-", and no "." in front.`,
  );
};
