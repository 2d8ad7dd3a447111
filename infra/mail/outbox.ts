import { mkdir, open, readdir, rename, rm, stat } from "node:fs/promises";
import { join } from "node:path";
import { orDiskTrouble } from "../folder/disk.ts";
import { syncFolder } from "../folder/sync-folder.ts";
import { assertMail, assertMailId, type Outbox } from "../ports/mail.ts";
import { loadNodemailer, nodemailerMessage } from "./nodemailer-message.ts";
import { readMailHead, shopHeader, tenantHeader } from "./outbox-folder.ts";

/**
 * Mail as files `<id>.eml` (RFC 5322) in a folder, for installations without a mail server. The same mail again
 * replaces its file. `from` is the product's own address.
 */
export const createOutbox = (options: { folder: string; from: string }): Outbox => {
  const { folder, from } = options;
  return {
    async send(message) {
      assertMail(message);
      const { of } = message;
      const headers = of === undefined ? {} : { [shopHeader]: of.shop, [tenantHeader]: of.tenant };
      const composed = await nodemailerMessage(message, from);
      const written = { ...composed, headers: { ...composed.headers, ...headers } };
      const { createTransport } = await loadNodemailer();
      const transport = createTransport({ streamTransport: true, buffer: true, newline: "windows" });
      const { message: bytes } = await transport.sendMail(written);
      await orDiskTrouble(folder, () => keep(folder, message.id, bytes as Buffer));
      return { answer: "Kept in the outbox, not sent.", refused: [] };
    },
    async remove(id) {
      assertMailId(id);
      await rm(join(folder, `${id}.part`), { force: true });
      try {
        await rm(join(folder, `${id}.eml`));
        return true;
      } catch (error) {
        if (error instanceof Error && "code" in error && error.code === "ENOENT") return false;
        throw error;
      }
    },
    async removeOf(tenant, begin = "") {
      let removed = 0;
      for (const name of await readdir(folder).catch(unlessGone<string[]>([])))
        if (name.startsWith(begin) && isKept.test(name) && (await tenantOf(join(folder, name))) === tenant) {
          await rm(join(folder, name), { force: true });
          removed += 1;
        }
      return removed;
    },
    async removeBefore(moment) {
      let removed = 0;
      for (const name of await readdir(folder).catch(unlessGone<string[]>([]))) {
        const path = join(folder, name);
        const written = isKept.test(name) ? (await stat(path).catch(unlessGone(undefined)))?.mtime : undefined;
        if (written === undefined || written >= moment) continue;
        await rm(path, { force: true });
        removed += 1;
      }
      return removed;
    },
    async close() {},
  };
};

const unlessGone =
  <Otherwise>(otherwise: Otherwise) =>
  (error: unknown): Otherwise => {
    if (error instanceof Error && "code" in error && error.code === "ENOENT") return otherwise;
    throw error;
  };

/** Mails, and what a process that was killed has left of one: nobody may ever write that to its end. Who writes one just now is told, and begins anew. */
const isKept = /\.(?:eml|part)$/;

const tenantLine = new RegExp(`^${tenantHeader}: (.+)$`, "im");

/** Undefined of a mail that names none, or is gone by now. */
const tenantOf = async (path: string): Promise<string | undefined> => {
  const head = await readMailHead(path).catch(unlessGone(undefined));
  return tenantLine.exec(head?.toString("latin1").replaceAll("\r\n", "\n") ?? "")?.[1];
};

const keep = async (folder: string, id: string, bytes: Buffer): Promise<void> => {
  await mkdir(folder, { recursive: true });
  // Under another ending until it is whole: who watches the folder never reads half a mail.
  const part = join(folder, `${id}.part`);
  try {
    const handle = await open(part, "w");
    try {
      await handle.writeFile(bytes);
      await handle.sync();
    } finally {
      await handle.close();
    }
    await rename(part, join(folder, `${id}.eml`));
  } catch (error) {
    // On a full disk half a mail only takes room from others.
    await rm(part, { force: true }).catch(() => undefined);
    throw error;
  }
  syncFolder(folder);
};
