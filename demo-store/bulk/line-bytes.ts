/** A reused buffer of lines as bytes. Strings of a page's lines would move to V8's old space. */
export const createLines = () => {
  let buffer = Buffer.allocUnsafe(256 * 1024);
  let length = 0;
  let lastStart = 0;
  return {
    add: (line: string): void => {
      const maxLength = length + line.length * 3 + 1;
      if (maxLength > buffer.length) buffer = Buffer.concat([buffer.subarray(0, length)], 2 * maxLength);
      lastStart = length;
      length += buffer.write(line, length);
      buffer[length++] = 10;
    },
    /** Valid until the next line is added. */
    bytes: (): Uint8Array => buffer.subarray(0, length),
    dropLast: (): void => {
      length = lastStart;
    },
    clear: (): void => {
      length = 0;
      lastStart = 0;
    },
  };
};
