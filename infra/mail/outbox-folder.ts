import { open } from "node:fs/promises";
import { join } from "node:path";

/** Folder of mails as `<id>.eml`, without a mail server. */
export const getOutboxFolder = (dataDir: string): string => join(dataDir, "outbox");
/** Header with the shop, set only in the outbox. */
export const shopHeader = "Sheaf-Shop";
export const tenantHeader = "Sheaf-Tenant";

const headBytes = 64_000;

/** Reads a mail's headers and the blank line after them. */
export const readMailHead = async (path: string): Promise<Buffer> => {
  const handle = await open(path);
  try {
    const { buffer, bytesRead } = await handle.read(Buffer.alloc(headBytes), 0, headBytes, 0);
    const end = buffer.subarray(0, bytesRead).indexOf("\r\n\r\n");
    return buffer.subarray(0, end === -1 ? bytesRead : end + 4);
  } finally {
    await handle.close();
  }
};
