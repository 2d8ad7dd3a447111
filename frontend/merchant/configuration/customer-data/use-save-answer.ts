import type { FileWithReceivers } from "#domain/wire/account/file-receivers.ts";
import { useSession } from "../../services.tsx";
import { useShopZone } from "../../use-shop-zone.ts";
import { formatReply, replyFileName, saveText } from "./answer-text.ts";

/** Saves a response as a file. `about`: lines that identify the customer. */
export const useSaveAnswer = () => {
  const zone = useShopZone();
  const shop = useSession()?.account.name ?? "";
  return (about: readonly string[], files: readonly FileWithReceivers[]): void => {
    const now = new Date().toISOString();
    saveText(replyFileName(now, zone), formatReply({ shop, about, files, now, zone }));
  };
};
