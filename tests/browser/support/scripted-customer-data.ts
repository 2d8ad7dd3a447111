import { DestinationKind } from "#domain/enumerations.ts";
import type { CustomerRequest, FileWithReceivers } from "#domain/wire/account/file-receivers.ts";

const file = (id: string, changes: Partial<FileWithReceivers>): FileWithReceivers => ({
  ExportId: id,
  FileName: `Orders ${id}.xlsx`,
  ReportTitle: "Orders",
  Automation: null,
  RequestedAt: "2026-11-20T12:00:00.000Z",
  Certain: true,
  File: "kept",
  Sent: null,
  Fetched: [],
  ...changes,
});

/** A customer's data by hand, by mail and by SFTP. */
export const receivedFiles: FileWithReceivers[] = [
  file("2026-11-20 140000", {
    Fetched: [{ From: "2026-11-20T12:05:00.000Z", To: "2026-11-20T12:05:00.000Z", By: "link" }],
  }),
  file("2026-11-19 000100", {
    ReportTitle: "Fulfilment",
    RequestedAt: "2026-11-18T22:01:00.000Z",
    Automation: "Every day to the warehouse",
    File: "expired",
    Sent: {
      At: "2026-11-18T22:02:00.000Z",
      Destination: DestinationKind.Email,
      Recipients: ["carl@partner.example", "dora.with.a.very.long.address@warehouses.partner.example"],
      Place: "2 recipients",
      Certain: true,
      Reached: null,
    },
  }),
  file("2026-11-18 000100", {
    Automation: "Bookkeeping",
    RequestedAt: "2026-11-17T22:01:00.000Z",
    File: "erased",
    Sent: {
      At: "2026-11-17T22:02:00.000Z",
      Destination: DestinationKind.Ftp,
      Recipients: [],
      Place: "ftp.books.example, /in/Orders 2026-11-18 000100.xlsx",
      Certain: true,
      Reached: null,
    },
  }),
];

const request = (changes: Partial<CustomerRequest>): CustomerRequest => ({
  Id: "p1",
  Kind: "data",
  ReceivedAt: "2026-11-19T10:00:00.000Z",
  AnswerBy: "2026-12-19T10:00:00.000Z",
  KeptUntil: "2027-02-17T10:00:00.000Z",
  About: "ann@example.com",
  Ready: true,
  Outcome: "carried-out",
  Files: 3,
  Values: 0,
  ...changes,
});

export const customerRequests: CustomerRequest[] = [
  request({}),
  request({ Id: "p2", Ready: false, Outcome: null, About: "bob@example.com" }),
  request({ Id: "p3", Kind: "erasure", AnswerBy: null, About: null, Files: 2, Values: 1 }),
];
