import { readdir, readFile, stat } from "node:fs/promises";
import { join } from "node:path";
import PostalMime, { type Address, type Email } from "postal-mime";
import { readMailHead, shopHeader } from "#infra/mail/outbox-folder.ts";

export type MailHead = {
  id: string;
  from: string;
  to: string;
  subject: string;
  /** Time of the mail, ISO UTC. */
  at: string;
  /** The shop's name; empty if the mail names none. */
  shop: string;
  hasFiles: boolean;
};
export type MailFile = { name: string; type: string; content: Uint8Array };
export type WholeMail = MailHead & { replyTo: string; text: string; html: string; files: readonly MailFile[] };

export type OutboxReader = {
  /** Lists mail, newest first. Skips mail that is removed meanwhile. */
  list(): Promise<MailHead[]>;
  read(id: string): Promise<WholeMail | undefined>;
};

/** File names of the product's e-mails (`assertMailId`). Nothing else in the folder is read. */
const fileName = /^([a-zA-Z0-9_-][a-zA-Z0-9._-]{0,99})\.eml$/;

const isGone = (error: unknown): boolean => (error as NodeJS.ErrnoException | null)?.code === "ENOENT";

const formatAddress = (address: Address | undefined): string => {
  if (address === undefined) return "";
  if (address.group) return `${address.name}: ${address.group.map(formatAddress).join(", ")}`;
  return address.name === "" ? address.address : `${address.name} <${address.address}>`;
};
const formatAddresses = (addresses: readonly Address[] | undefined): string =>
  (addresses ?? []).map(formatAddress).join(", ");

const headOf = (id: string, mail: Email, written: Date): MailHead => {
  const at = new Date(mail.date ?? "");
  const header = (name: string) => mail.headers.find(({ key }) => key === name.toLowerCase())?.value ?? "";
  return {
    id,
    from: formatAddress(mail.from),
    to: formatAddresses(mail.to),
    subject: mail.subject ?? "",
    at: (Number.isNaN(at.getTime()) ? written : at).toISOString(),
    shop: header(shopHeader),
    hasFiles: header("content-type").toLowerCase().startsWith("multipart/mixed"),
  };
};

/** Reads the outbox folder, which may not exist yet. Lists an invalid mail by its file name. */
export const createOutboxReader = (folder: string): OutboxReader => {
  /** Heads by file version, so a list doesn't read a year's e-mails again. */
  let headsByVersion = new Map<string, MailHead>();

  const head = async (name: string): Promise<[string, MailHead] | undefined> => {
    const id = fileName.exec(name)?.[1];
    if (id === undefined) return undefined;
    try {
      const path = join(folder, name);
      const { mtime, size } = await stat(path);
      const key = `${name} ${mtime.getTime()} ${size}`;
      return [key, headsByVersion.get(key) ?? headOf(id, await PostalMime.parse(await readMailHead(path)), mtime)];
    } catch (error) {
      if (isGone(error)) return undefined;
      throw error;
    }
  };

  return {
    async list() {
      const names = await readdir(folder).catch((error: unknown) => {
        if (isGone(error)) return [];
        throw error;
      });
      const found: [string, MailHead][] = [];
      for (const name of names) {
        const one = await head(name);
        if (one) found.push(one);
      }
      headsByVersion = new Map(found);
      return [...headsByVersion.values()].sort((a, b) => b.at.localeCompare(a.at) || b.id.localeCompare(a.id));
    },
    async read(id) {
      const name = `${id}.eml`;
      if (!fileName.test(name)) return undefined;
      try {
        const path = join(folder, name);
        const [mail, { mtime }] = [await PostalMime.parse(await readFile(path)), await stat(path)];
        return {
          ...headOf(id, mail, mtime),
          replyTo: formatAddresses(mail.replyTo),
          text: mail.text ?? "",
          html: mail.html ?? "",
          files: mail.attachments.map(({ filename, mimeType, content }, n) => ({
            name: filename ?? `file-${n + 1}`,
            type: mimeType,
            content: typeof content === "string" ? Buffer.from(content) : new Uint8Array(content),
          })),
        };
      } catch (error) {
        if (isGone(error)) return undefined;
        throw error;
      }
    },
  };
};
