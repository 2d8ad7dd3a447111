import { mkdir, open, readdir, rename, rm, stat } from "node:fs/promises";
import { join } from "node:path";
import { withDiskErrors } from "../folder/disk.ts";
import { syncFolder } from "../folder/sync-folder.ts";
import { assertMail, assertMailId, type Outbox } from "../ports/mail.ts";
import { loadNodemailer, nodemailerMessage } from "./nodemailer-message.ts";
import { readMailHead, shopHeader, tenantHeader } from "./outbox-folder.ts";

/**
 * Keeps mail as `<id>.eml` (RFC 5322), for installations without a mail server. A mail with the same id replaces
 * its file. `from`: the product's own address.
 */
export const createOutbox = (options: { folder: string; from: string }): Outbox => {
  const { folder, from } = options;
  return {
    async send(message) {
      assertMail(message);
      const { owner } = message;
      const headers = owner === undefined ? {} : { [shopHeader]: owner.shop, [tenantHeader]: owner.tenant };
      const composed = await nodemailerMessage(message, from);
      const written = { ...composed, headers: { ...composed.headers, ...headers } };
      const { createTransport } = await loadNodemailer();
      const transport = createTransport({ streamTransport: true, buffer: true, newline: "windows" });
      const { message: bytes } = await transport.sendMail(written);
      await withDiskErrors(folder, () => writeMail(folder, message.id, bytes as Buffer));
      return { answer: "Demo: kept in the outbox, not sent", refused: [] };
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
    async removeOfTenant(tenant, begin = "") {
      let removed = 0;
      for (const name of await readdir(folder).catch(ignoreMissing<string[]>([])))
        if (name.startsWith(begin) && outboxFilePattern.test(name) && (await tenantOf(join(folder, name))) === tenant) {
          await rm(join(folder, name), { force: true });
          removed += 1;
        }
      return removed;
    },
    async removeBefore(moment) {
      let removed = 0;
      for (const name of await readdir(folder).catch(ignoreMissing<string[]>([]))) {
        const path = join(folder, name);
        const written = outboxFilePattern.test(name)
          ? (await stat(path).catch(ignoreMissing(undefined)))?.mtime
          : undefined;
        if (written === undefined || written >= moment) continue;
        await rm(path, { force: true });
        removed += 1;
      }
      return removed;
    },
    async close() {},
  };
};

const ignoreMissing =
  <Otherwise>(otherwise: Otherwise) =>
  (error: unknown): Otherwise => {
    if (error instanceof Error && "code" in error && error.code === "ENOENT") return otherwise;
    throw error;
  };

/** Mails and abandoned parts. A process that is writing one gets an error and starts again. */
const outboxFilePattern = /\.(?:eml|part)$/;

const tenantLine = new RegExp(`^${tenantHeader}: (.+)$`, "im");

const tenantOf = async (path: string): Promise<string | undefined> => {
  const head = await readMailHead(path).catch(ignoreMissing(undefined));
  return tenantLine.exec(head?.toString("latin1").replaceAll("\r\n", "\n") ?? "")?.[1];
};

const writeMail = async (folder: string, id: string, bytes: Buffer): Promise<void> => {
  await mkdir(folder, { recursive: true });
  // Programs that watch the folder must never read half a mail.
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
    // Half a mail only wastes space.
    await rm(part, { force: true }).catch(() => undefined);
    throw error;
  }
  syncFolder(folder);
};
