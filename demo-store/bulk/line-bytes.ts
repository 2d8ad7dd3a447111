/** A reused buffer of lines as bytes. Strings of a page's lines would move to V8's old space. */
export const createLines = () => {
  let room = Buffer.allocUnsafe(256 * 1024);
  let length = 0;
  let last = 0;
  return {
    add: (line: string): void => {
      const most = length + line.length * 3 + 1;
      if (most > room.length) room = Buffer.concat([room.subarray(0, length)], 2 * most);
      last = length;
      length += room.write(line, length);
      room[length++] = 10;
    },
    /** Valid until the next line is added. */
    bytes: (): Uint8Array => room.subarray(0, length),
    dropLast: (): void => {
      length = last;
    },
    clear: (): void => {
      length = 0;
      last = 0;
    },
  };
};
