import { DestinationKind } from "#domain/enumerations.ts";
import { quoteText } from "#domain/text/quote-text.ts";
import type {
  CustomerRequest,
  FileDelivery,
  FileFetch,
  FileWithReceivers,
} from "#domain/wire/account/file-receivers.ts";
import { formatDayOf, formatInstant } from "../../../shared/time/shop-time.ts";

export const formatCount = (count: number, one: string, many = `${one}s`): string =>
  `${count.toLocaleString("en-US")} ${count === 1 ? one : many}`;

const describeMail = ({ Recipients, Place, Certain, Reached }: FileDelivery, at: string): string => {
  // Recipients may have been erased with the shop's personal values.
  const to = Recipients.length > 0 ? Recipients.join(", ") : (Place ?? "unknown recipients");
  if (Certain) return `Sent by e-mail on ${at} to ${to}.`;
  if (Reached !== null) return `Sent by e-mail on ${at}. It reached ${Reached} of these: ${to}.`;
  return `It isn't known whether an e-mail of ${at} arrived. It may have reached ${to}.`;
};

/** A file's destination. `zone`: the shop's. */
export const describeDelivery = (delivery: FileDelivery, zone: string): string => {
  const at = formatInstant(delivery.At, zone);
  const place = delivery.Place ?? "";
  switch (delivery.Destination) {
    case DestinationKind.Email:
      return describeMail(delivery, at);
    case DestinationKind.Ftp:
      return delivery.Certain
        ? `Uploaded on ${at} to ${place}.`
        : `An upload to ${place || "a server"} began on ${at}. The file, or a part of it, may have reached the server.`;
    case DestinationKind.Webhook:
      return delivery.Certain
        ? `Its link was given to ${place} by webhook on ${at}.`
        : `A webhook with its link was sent${place && ` to ${place}`} on ${at}. The link may have reached its receiver.`;
    case DestinationKind.PublicUrl:
      return `Published at the report's public link on ${at}.`;
    default:
      return `Sent on ${at}${place === "" ? "" : ` to ${place}`}.`;
  }
};

const describeFetch = ({ From, To, By }: FileFetch, zone: string): string => {
  const by = By === "link" ? "with its link" : "at the public link";
  const [first, last] = [formatInstant(From, zone), formatInstant(To, zone)];
  return first === last ? `Fetched ${by} on ${first}.` : `Fetched ${by} more than once, from ${first} to ${last}.`;
};

const describeFetches = ({ Fetched }: FileWithReceivers, zone: string): string[] => {
  if (Fetched === null) return ["It's no longer known whether it was fetched."];
  return Fetched.length === 0 ? ["Nobody has fetched it."] : Fetched.map((one) => describeFetch(one, zone));
};

const stays: Readonly<Record<FileWithReceivers["File"], string>> = {
  kept: "The file is still in Sheaf.",
  expired: "The file expired and is no longer in Sheaf.",
  erased: "The file was removed from Sheaf, because a customer's data had to be erased.",
};

const describeCreation = ({ ReportTitle, Automation, RequestedAt }: FileWithReceivers, zone: string): string => {
  const report = `Report ${quoteText(ReportTitle)}`;
  const at = formatInstant(RequestedAt, zone);
  if (Automation === null) return `${report}, made by hand on ${at}.`;
  return Automation === ""
    ? `${report}, made on ${at} by an automated report that was deleted.`
    : `${report}, made on ${at} by the automated report ${quoteText(Automation)}.`;
};

/** All known facts about a file's recipients, a sentence each. Times are in the shop's zone. */
export const describeFile = (file: FileWithReceivers, zone: string): string[] => [
  describeCreation(file, zone),
  ...(file.Certain ? [] : ["It isn't known who was in this file, so it may have held the customer's orders."]),
  ...(file.Sent ? [describeDelivery(file.Sent, zone)] : file.Automation === null ? [] : ["It was not sent."]),
  ...(file.AlsoSent ?? []).map((delivery) => describeDelivery(delivery, zone)),
  ...describeFetches(file, zone),
  stays[file.File],
];

/** The number of files, in sentences. */
export const describeFound = (files: readonly FileWithReceivers[]): string => {
  const unknown = files.filter(({ Certain }) => !Certain).length;
  const certain = files.length - unknown;
  const held =
    certain === 0
      ? "No file held orders of this customer."
      : `${formatCount(certain, "file")} held orders of this customer.`;
  return unknown === 0
    ? held
    : `${held} For ${formatCount(unknown, "more file")}, it isn't known who was in ${unknown === 1 ? "it" : "them"}.`;
};

/**
 * Says how many files a response doesn't name. It may name fewer than held the customer's orders, for example for an earlier
 * request (ADR 97).
 */
export const describeUnnamed = ({ Files }: CustomerRequest, named: readonly FileWithReceivers[]): string[] => {
  const missing = Files - named.length;
  return missing > 0
    ? [
        `${formatCount(missing, "more file")} held the customer's orders. It's no longer known which, or who received ${missing === 1 ? "it" : "them"}.`,
      ]
    : [];
};

/** The request's purpose. */
export const describeRequest = ({ Kind, About }: CustomerRequest): string => {
  if (Kind === "erasure") return "A customer's data had to be erased";
  return About === null ? "A customer asks what data is kept about them" : `${About} asks what data is kept about them`;
};

/** The request's outcome, and the merchant's next step. */
export const describeRequestStatus = (request: CustomerRequest, zone: string): string => {
  const { Kind, ReceivedAt, AnswerBy, Ready, Outcome, Files, Values } = request;
  const day = (instant: string) => formatDayOf(instant, zone);
  const received = `Received on ${day(ReceivedAt)}.`;
  if (!Ready) return `${received} Sheaf is working on it.`;
  const files =
    Files === 0 ? "no file held the customer's orders" : `${formatCount(Files, "file")} held the customer's orders`;
  const lost = Outcome === "subject-lost" ? " It isn't known who it's about, so every file is listed." : "";
  const typed =
    Values === 0 ? "" : `, and ${formatCount(Values, "text")} that you or our support wrote named the customer`;
  if (Kind === "erasure")
    return `${received} Done: ${files}${typed}.${lost}${Files === 0 ? "" : " Tell whoever received them that the data was erased."}`;
  return `${received} Found: ${files}${typed}.${lost}${AnswerBy === null ? "" : ` The customer must have your answer by ${day(AnswerBy)}.`}`;
};
