import { createServer } from "node:net";
import { listen } from "./faults.ts";

/** An FTP server that refuses every login and repeats everything it has received to everybody. */
export const startEchoingFtp = async (): Promise<{ port: number; close(): Promise<void> }> => {
  const server = createServer((socket) => {
    const heard: string[] = [];
    const say = (code: number) => socket.write(`${code} You said: ${heard.join(", ")}\r\n`);
    say(220);
    let rest = "";
    socket.on("data", (piece) => {
      const lines = (rest + piece.toString()).split("\r\n");
      rest = lines.pop() ?? "";
      for (const line of lines) {
        heard.push(line);
        say(line.startsWith("USER") ? 331 : line.startsWith("PASS") ? 530 : 502);
      }
    });
  });
  return listen(server);
};
