import { Readable } from "node:stream";
import { Client } from "basic-ftp";
import { createTransport } from "nodemailer";
import SftpClient from "ssh2-sftp-client";
import type { Destination, FtpDestination } from "#infra/ports/destination.ts";
import { certificate } from "../protocols/certificates.ts";
import { aDelivery, aFile, ftpTo, never, newDestinations, reportText } from "../protocols/destinations-for-tests.ts";
import { startFtp } from "../protocols/ftp-server.ts";
import { startHttp } from "../protocols/http-server.ts";
import { startSftp } from "../protocols/sftp-server.ts";
import { startSmtp } from "../protocols/smtp-server.ts";
import { type Figure, interleaved, seconds } from "./measure.ts";

/** The deliverer's concurrency (`deliverer/main.ts`). */
const atOnce = 8;
const deliveries = 64;
const rounds = 5;
const bytes = Buffer.from(reportText);

type Way = {
  name: string;
  to: Destination;
  mail?: Parameters<typeof newDestinations>[0];
  /** The same file to the same server, by the library alone. */
  bare(name: string): Promise<unknown>;
  close(): Promise<unknown>;
};

/** Deliveries a second, so many on their way at any time. */
const perSecond = async (deliver: (n: number) => Promise<unknown>): Promise<number> => {
  let next = 0;
  const worker = async () => {
    while (next < deliveries) {
      next += 1;
      await deliver(next);
    }
  };
  return deliveries / (await seconds(() => Promise.all(Array.from({ length: atOnce }, worker))));
};

const ftpWay = async (protocol: "FTP" | "FTPS"): Promise<Way> => {
  const server = await startFtp(protocol === "FTPS" ? { certificate } : {});
  const to: FtpDestination = ftpTo(server.port, { protocol });
  const bare = async (name: string) => {
    const client = new Client(10_000);
    const secure = protocol === "FTPS" ? { secure: true, secureOptions: { rejectUnauthorized: false } } : {};
    try {
      await client.access({ host: to.host, port: server.port, user: to.username, password: to.password, ...secure });
      await client.uploadFrom(Readable.from(bytes, { objectMode: false }), name);
    } finally {
      client.close();
    }
  };
  return { name: protocol, to, bare, close: server.close };
};

const sftpWay = async (): Promise<Way> => {
  const server = await startSftp();
  const to = ftpTo(server.port, { protocol: "SFTP" });
  const bare = async (name: string) => {
    const client = new SftpClient();
    await client.connect({ host: to.host, port: server.port, username: to.username, password: to.password });
    await client.put(bytes, `/${name}`);
    await client.end();
  };
  return { name: "SFTP", to, bare, close: server.close };
};

const emailWay = async (): Promise<Way> => {
  const server = await startSmtp();
  const to: Destination = {
    kind: "email",
    recipients: ["partner@partner.example"],
    fromName: "",
    replyTo: "",
    subject: "",
    message: "",
    asLink: false,
  };
  const bare = (name: string) =>
    createTransport({ host: "127.0.0.1", port: server.port, ignoreTLS: true }).sendMail({
      from: "sheaf@sheaf.example",
      to: "partner@partner.example",
      subject: "Daily orders",
      text: "Your report.",
      attachments: [{ filename: name, content: bytes }],
    });
  return { name: "e-mail", to, mail: { mail: server.mail }, bare, close: server.close };
};

const webhookWay = async (): Promise<Way> => {
  const server = await startHttp();
  const to: Destination = { kind: "webhook", method: "POST", url: `${server.origin}/in`, secret: "secret" };
  const bare = async (name: string) => {
    const answer = await fetch(`${server.origin}/in?fileurl=${encodeURIComponent(name)}`, { method: "POST" });
    await answer.text();
  };
  return { name: "webhook", to, bare, close: server.close };
};

const measure = async ({ name, to, mail, bare, close }: Way): Promise<Figure> => {
  const { destinations } = newDestinations(mail);
  let made = 0;
  const nextName = () => {
    made += 1;
    return `Orders ${made}.csv`;
  };
  const ours = () =>
    perSecond(() => {
      const file = aFile({ name: nextName() });
      return destinations.deliver(aDelivery(to, { id: `run-${made}`, file }), never);
    });
  try {
    const found = await interleaved(rounds, ours, () => perSecond(() => bare(nextName())));
    return {
      name: `${name}, ${Math.round(bytes.length / 1_000)} kB, ${atOnce} at once`,
      value: found.ours,
      unit: "deliveries/s",
      peer: { name: "bare client", value: found.peer, ratio: found.peer / found.ours },
    };
  } finally {
    destinations.close();
    await close();
  }
};

/**
 * Reports sent by each protocol to servers in this process, beside the library alone that sends the same file by one upload. Ours besides looks up and
 * checks the address, uploads under another name, checks the size, renames, and notes what was confirmed.
 */
export const run = async (): Promise<Figure[]> => {
  const figures: Figure[] = [];
  for (const way of [emailWay, () => ftpWay("FTP"), () => ftpWay("FTPS"), sftpWay, webhookWay])
    figures.push(await measure(await way()));
  return figures;
};
