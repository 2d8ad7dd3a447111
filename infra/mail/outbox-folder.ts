import { open } from "node:fs/promises";
import { join } from "node:path";

/** Where mail is kept as files `<id>.eml` while there is no mail server. */
export const outboxFolder = (dataDir: string): string => join(dataDir, "outbox");
/** Headers of a mail in the outbox that say whose it is; mail that is sent has none. */
export const shopHeader = "Sheaf-Shop";
export const tenantHeader = "Sheaf-Tenant";

/** Bytes of a mail in which its headers end, if they are those of a mail at all. */
const headBytes = 64_000;

/** The headers of a mail in a file, with the line behind them. */
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
