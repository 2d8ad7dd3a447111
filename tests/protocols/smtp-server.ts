import { type ParsedMail, simpleParser } from "mailparser";
import { SMTPServer } from "smtp-server";
import { withInternationalAddresses } from "#infra/mail/international-addresses.ts";
import { probeSmtpServer } from "#infra/mail/probe-smtp-server.ts";
import { createSmtpMail } from "#infra/mail/smtp.ts";
import { defaultSmtpTimeouts, type SmtpTimeouts } from "#infra/mail/smtp-watch.ts";
import type { Mail } from "#infra/ports/mail.ts";
import { type Fault, later, listen } from "./faults.ts";

/**
 * `from`, `to`: its envelope. `announced`: what MAIL said besides, such as SIZE. `greeting`: the name that EHLO said.
 */
type ArrivedMail = {
  mail: ParsedMail;
  raw: string;
  to: string[];
  from: string;
  announced: unknown;
  greeting: string;
};

export type SmtpServer = {
  port: number;
  /** Our mail, sent by this server. */
  mail: Mail;
  /** `spam`: it doesn't want the mail itself. */
  fault: Fault | "spam";
  /** Codes for single recipients, in small letters: 550 and the like. */
  refuses: Map<string, number>;
  /** Its response to e-mails of more than 100,000 bytes, after their last dot; if undefined, it takes them. */
  saysToLarge: string | undefined;
  arrived: ArrivedMail[];
  /** Names with which someone logged in. */
  users: string[];
  close(): Promise<void>;
};

const saying = (code: number, words: string): Error => Object.assign(new Error(words), { responseCode: code });

/**
 * A mail server that says more of its clients than it should, and keeps what it takes. `address`: to listen on;
 * default: loopback. `size`: the largest mail that it announces (RFC 1870). `utf8`: it announces SMTPUTF8.
 * `envelopeFrom`: where bounces of our mail go. `patience`: of our mail with it.
 */
export const startSmtp = async (
  address?: string,
  {
    size,
    utf8 = true,
    envelopeFrom,
    patience,
  }: { size?: number; utf8?: boolean; envelopeFrom?: string; patience?: Partial<SmtpTimeouts> } = {},
): Promise<SmtpServer> => {
  const smtp = new SMTPServer({
    authOptional: true,
    disabledCommands: ["STARTTLS"],
    hideSMTPUTF8: !utf8,
    ...(size === undefined ? {} : { size }),
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
    onData(stream, { envelope, hostNameAppearsAs: greeting }, done) {
      const pieces: Buffer[] = [];
      stream.on("data", (piece: Buffer) => {
        pieces.push(piece);
        if (server.fault === "cut") cut();
      });
      stream.on("end", () => {
        if (server.fault === "hang") return;
        if (server.fault === "spam") return done(saying(554, "5.7.1 This looks like spam"));
        const { saysToLarge } = server;
        const bytes = pieces.reduce((sum, piece) => sum + piece.length, 0);
        if (saysToLarge !== undefined && bytes > 100_000)
          return done(saying(Number(saysToLarge.slice(0, 3)), saysToLarge.slice(4)));
        if (server.fault === "full") return done(saying(452, "Insufficient system storage"));
        const raw = Buffer.concat(pieces);
        const to = envelope.rcptTo.map((recipient) => recipient.address);
        const from = envelope.mailFrom ? envelope.mailFrom.address : "";
        const announced = envelope.mailFrom ? envelope.mailFrom.args : false;
        simpleParser(raw).then((mail) => {
          server.arrived.push({ mail, raw: raw.toString("latin1"), to, from, announced, greeting });
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
  const url = `smtp://sheaf:word-of-ours@127.0.0.1:${port}`;
  const options = {
    url,
    from: "no-reply@sheaf.example",
    envelopeFrom,
    name: "sheaf.example",
    timeouts: { ...defaultSmtpTimeouts, ...patience },
  };
  const mail = withInternationalAddresses(createSmtpMail(options), async () => (await probeSmtpServer(options)).utf8);
  const server: SmtpServer = {
    port,
    mail,
    fault: "none",
    refuses: new Map(),
    saysToLarge: undefined,
    arrived: [],
    users: [],
    async close() {
      await mail.close();
      await close();
    },
  };
  return server;
};
