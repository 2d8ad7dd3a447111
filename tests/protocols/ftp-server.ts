import { randomBytes } from "node:crypto";
import { createServer } from "node:net";
import { createSecureContext } from "node:tls";
import { listen } from "./faults.ts";
import { type FtpDisk, type FtpOptions, serveFtp } from "./ftp-session.ts";

export type FtpServer = FtpDisk & { port: number; close(): Promise<void> };

/** A server of FTP, and of FTPS (explicit) where it gets a certificate; its files are in memory. */
export const startFtp = async (
  options: Partial<Omit<FtpOptions, "context">> & { certificate?: { cert: string; key: string } } = {},
): Promise<FtpServer> => {
  const { certificate, ...rest } = options;
  const disk: FtpDisk = {
    fault: "none",
    losesBytes: false,
    loseAnswerTo: undefined,
    loseOnce: undefined,
    files: new Map(),
    folders: new Set(["/"]),
    commands: [],
    named: [],
  };
  const context =
    certificate && createSecureContext({ ...certificate, sessionIdContext: "tests", ticketKeys: randomBytes(48) });
  const known = { username: "partner", password: "sesame-4711", ...rest, context };
  const server = createServer((socket) => serveFtp(socket, disk, known));
  const { port, close } = await listen(server);
  return Object.assign(disk, { port, close });
};
