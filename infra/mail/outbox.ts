import { mkdir, open, rename } from "node:fs/promises";
import { join } from "node:path";
import { createTransport } from "nodemailer";
import { syncFolder } from "../folder/sync-folder.ts";
import { assertMail, type Mail } from "../ports/mail.ts";
import { nodemailerMessage } from "./nodemailer-message.ts";

/**
 * Mail as files `<id>.eml` (RFC 5322) in a folder, for installations without a mail server (decision 49). The same mail again
 * replaces its file. `from` is the product's own address.
 */
export const createOutbox = (options: { folder: string; from: string }): Mail => {
  const { folder, from } = options;
  const transport = createTransport({ streamTransport: true, buffer: true, newline: "windows" });
  return {
    async send(message) {
      assertMail(message);
      const { message: bytes } = await transport.sendMail(nodemailerMessage(message, from));
      await mkdir(folder, { recursive: true });
      // Under another ending until it is whole: who watches the folder never reads half a mail.
      const part = join(folder, `${message.id}.part`);
      const handle = await open(part, "w");
      try {
        await handle.writeFile(bytes as Buffer);
        await handle.sync();
      } finally {
        await handle.close();
      }
      await rename(part, join(folder, `${message.id}.eml`));
      syncFolder(folder);
    },
    async close() {
      transport.close();
    },
  };
};
