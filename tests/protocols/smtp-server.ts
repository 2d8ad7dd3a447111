import { type ParsedMail, simpleParser } from "mailparser";
import { SMTPServer } from "smtp-server";
import { createSmtpMail } from "#infra/mail/smtp.ts";
import type { Mail } from "#infra/ports/mail.ts";
import { type Fault, later, listen } from "./faults.ts";

export type ArrivedMail = { mail: ParsedMail; raw: string; to: string[] };

export type SmtpServer = {
  port: number;
  /** Our mail, sent by this server. */
  mail: Mail;
  /** `spam`: it doesn't want the mail itself. */
  fault: Fault | "spam";
  /** Codes for single recipients, in small letters: 550 and the like. */
  refuses: Map<string, number>;
  arrived: ArrivedMail[];
  /** Names with which somebody logged in. */
  users: string[];
  close(): Promise<void>;
};

const saying = (code: number, words: string): Error => Object.assign(new Error(words), { responseCode: code });

/** A mail server that says more of its clients than it should, and keeps what it takes. `address`: to listen on; default: loopback. */
export const startSmtp = async (address?: string): Promise<SmtpServer> => {
  const smtp = new SMTPServer({
    authOptional: true,
    disabledCommands: ["STARTTLS"],
    allowInsecureAuth: true,
    onAuth: ({ username = "" }, _session, done) => {
      server.users.push(username);
      if (server.fault === "password") done(saying(535, `${username} may not`));
      else done(null, { user: username });
    },
    onRcptTo: ({ address }, _session, done) => {
      const code = server.refuses.get(address.toLowerCase());
      later(server.fault, () => (code === undefined ? done() : done(saying(code, `${address} is unknown here`))));
    },
    onMailFrom: ({ address }, _session, done) =>
      server.fault === "error" ? done(saying(554, `${address} is not welcome`)) : done(),
    onData(stream, { envelope }, done) {
      const pieces: Buffer[] = [];
      stream.on("data", (piece: Buffer) => {
        pieces.push(piece);
        if (server.fault === "cut") cut();
      });
      stream.on("end", () => {
        if (server.fault === "hang") return;
        if (server.fault === "spam") return done(saying(554, "5.7.1 This looks like spam"));
        if (server.fault === "full") return done(saying(452, "Insufficient system storage"));
        const raw = Buffer.concat(pieces);
        const to = envelope.rcptTo.map(({ address }) => address);
        simpleParser(raw).then((mail) => {
          server.arrived.push({ mail, raw: raw.toString("latin1"), to });
          later(server.fault, () => done(null, `Ok: queued for ${to.join(" and ")}`));
        }, done);
      });
    },
  });
  smtp.on("error", () => {});
  const { port, sockets, close } = await listen(smtp.server, address);
  smtp.server.prependListener("connection", (socket) => {
    if (server.fault === "refuse") socket.destroy();
  });
  const cut = (): void => {
    for (const socket of sockets) socket.destroy();
  };
  const mail = createSmtpMail({ url: `smtp://sheaf:word-of-ours@127.0.0.1:${port}`, from: "no-reply@sheaf.example" });
  const server: SmtpServer = {
    port,
    mail,
    fault: "none",
    refuses: new Map(),
    arrived: [],
    users: [],
    async close() {
      await mail.close();
      await close();
    },
  };
  return server;
};
