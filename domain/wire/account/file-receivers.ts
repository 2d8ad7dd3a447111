import { z } from "zod";

const FileDeliveryData = z.strictObject({
  At: z.string().describe("ISO UTC"),
  Destination: z.number().describe("DestinationKind"),
  Recipients: z.array(z.string()).describe("Of an e-mail; what was erased is told as such"),
  Place: z
    .string()
    .nullable()
    .describe(
      "The receiver: '2 recipients', 'ftp.example, /in/Orders.csv', 'hooks.example'; null where it isn't known",
    ),
  Certain: z.boolean().describe("The receiver confirmed it"),
  Reached: z
    .number()
    .nullable()
    .describe("So many of the recipients have it, although the e-mail failed; null where that is not known"),
});
export type FileDelivery = z.infer<typeof FileDeliveryData>;

/** Fetches within one hour, by anyone with the link. */
const FileFetchData = z.strictObject({
  From: z.string().describe("The first of them, ISO UTC"),
  To: z.string().describe("The last of them"),
  By: z.enum(["link", "public"]).describe("By the file's own link, or by the public link of its report"),
});
export type FileFetch = z.infer<typeof FileFetchData>;

/** A file that held a person's orders, and its receivers (ADR 97). */
const FileWithReceiversData = z.strictObject({
  ExportId: z.string(),
  FileName: z.string(),
  ReportTitle: z.string().describe("Of the design, as it was"),
  Automation: z
    .string()
    .nullable()
    .describe("Title of the automated report, as it is; '' of a deleted one, null of a report that was made by hand"),
  RequestedAt: z.string().describe("ISO UTC"),
  Certain: z.boolean().describe("False of a file of which it is not known who was in it"),
  File: z.enum(["kept", "expired", "erased"]),
  Sent: FileDeliveryData.nullable().describe("Null of one that went nowhere"),
  AlsoSent: z
    .array(FileDeliveryData)
    .optional()
    .describe(
      "Earlier attempts that reached or may have reached others, before the destination changed; absent if none",
    ),
  Fetched: z
    .array(FileFetchData)
    .nullable()
    .describe("Empty if nobody has fetched it; null if that is no longer known"),
});
export type FileWithReceivers = z.infer<typeof FileWithReceiversData>;

/** Results so far, newest first. */
export const FileReceiversData = z.strictObject({
  Files: z.array(FileWithReceiversData).describe("Those of this step"),
  Looked: z.number().describe("Files checked so far"),
  Of: z.number(),
  Continuation: z.string().nullable().describe("Send it to continue; null when all files were checked"),
});
export type FileReceivers = z.infer<typeof FileReceiversData>;

const Continuation = z.string().min(1).max(200).nullable();

/**
 * `Customer`: e-mail address or platform customer number. `Continuation`: from the previous response, null to begin.
 */
export const FindReceiversPayload = z.strictObject({ Customer: z.string().max(400), Continuation });
export type FindReceiversPayload = z.infer<typeof FindReceiversPayload>;

/** `Id`: of a request in `privacy/get-requests`. */
export const GetAnswerPayload = z.strictObject({ Id: z.string().min(1).max(100), Continuation });
export type GetAnswerPayload = z.infer<typeof GetAnswerPayload>;

/** A customer's request, forwarded by the platform. */
const CustomerRequestData = z.strictObject({
  Id: z.string(),
  Kind: z.enum(["data", "erasure"]).describe("The customer asks what is kept, or wants it erased"),
  ReceivedAt: z.string().describe("ISO UTC"),
  AnswerBy: z.string().nullable().describe("Until when the customer must have an answer, ISO UTC; null of an erasure"),
  KeptUntil: z.string().describe("Until then the request is shown here, ISO UTC"),
  About: z
    .string()
    .nullable()
    .describe(
      "E-mail address, else number of the customer; null where nobody was named, of an erasure and once it was erased",
    ),
  Ready: z.boolean().describe("False while it is carried out"),
  Outcome: z
    .enum(["carried-out", "nothing-kept", "subject-lost"])
    .nullable()
    .describe("subject-lost: it could not be read whom it is about, so every report is named"),
  Files: z.number().describe("Files that held the customer's orders"),
  Values: z
    .number()
    .describe("Values of filters, messages to support and reasons of support that named the customer's address"),
});
export type CustomerRequest = z.infer<typeof CustomerRequestData>;

export const CustomerRequestsData = z.array(CustomerRequestData);
