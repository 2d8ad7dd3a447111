import type { Socket } from "node:net";

/** The server's end of a connection whose other end takes no byte of what is written from now on, as when all buffers between are full. */
export const takesNothing = (socket: Socket): void => {
  socket._write = () => {};
  socket._writev = () => {};
};
