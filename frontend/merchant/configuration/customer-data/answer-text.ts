import { DateTime } from "luxon";
import type { FileWithReceivers } from "#domain/wire/account/file-receivers.ts";
import { formatInstant } from "../../../shared/time/shop-time.ts";
import { describeFile, describeFound } from "./describe-files.ts";

type AnswerFacts = {
  shop: string;
  /** Lines that identify the customer. */
  about: readonly string[];
  files: readonly FileWithReceivers[];
  /** ISO UTC. */
  now: string;
  zone: string;
};

/** The response as text to forward. */
export const formatReply = ({ shop, about, files, now, zone }: AnswerFacts): string =>
  [
    "Who received a customer's data",
    "",
    `Store: ${shop}`,
    ...about,
    `As known on ${formatInstant(now, zone)}. Times are those of ${zone}.`,
    "",
    describeFound(files),
    ...files.flatMap((file, n) => [
      "",
      `${n + 1}. ${file.FileName}`,
      ...describeFile(file, zone).map((line) => `   ${line}`),
    ]),
    "",
  ].join("\r\n");

/** A file name with the time, and no personal data. */
export const replyFileName = (now: string, zone: string): string =>
  `Who received a customer's data ${DateTime.fromISO(now, { zone }).toFormat("yyyy-LL-dd HHmm")}.txt`;

/** Makes the browser save a text as a file. */
export const saveText = (name: string, text: string): void => {
  const address = URL.createObjectURL(new Blob([text], { type: "text/plain;charset=utf-8" }));
  const link = document.createElement("a");
  link.href = address;
  link.download = name;
  link.click();
  URL.revokeObjectURL(address);
};
