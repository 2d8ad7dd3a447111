import { describe, expect, it } from "vitest";
import { DestinationKind } from "#domain/enumerations.ts";
import type { CustomerRequest, FileDelivery, FileWithReceivers } from "#domain/wire/account/file-receivers.ts";
import { formatReply, replyFileName } from "./answer-text.ts";
import { collectFiles } from "./collect-files.ts";
import {
  describeDelivery,
  describeFile,
  describeFound,
  describeRequest,
  describeRequestStatus,
  describeUnnamed,
} from "./describe-files.ts";

const zone = "Europe/Athens";
const sent = (changes: Partial<FileDelivery> = {}): FileDelivery => ({
  At: "2026-11-20T12:00:00.000Z",
  Destination: DestinationKind.Email,
  Recipients: ["carl@partner.example", "dora@partner.example"],
  Place: "2 recipients",
  Certain: true,
  Reached: null,
  ...changes,
});
const file = (changes: Partial<FileWithReceivers> = {}): FileWithReceivers => ({
  ExportId: "e",
  FileName: "Orders.csv",
  ReportTitle: "Orders",
  Automation: null,
  RequestedAt: "2026-11-20T11:00:00.000Z",
  Certain: true,
  File: "kept",
  Sent: null,
  Fetched: [],
  ...changes,
});

describe("the description of a file's delivery", () => {
  it.each([
    [sent(), "Sent by e-mail on 2026/11/20 14:00 to carl@partner.example, dora@partner.example."],
    [
      sent({ Certain: false, Reached: 1, Place: null }),
      "Sent by e-mail on 2026/11/20 14:00. It reached 1 of these: carl@partner.example, dora@partner.example.",
    ],
    [
      sent({ Certain: false, Place: null }),
      "It isn't known whether an e-mail of 2026/11/20 14:00 arrived. It may have reached carl@partner.example, dora@partner.example.",
    ],
    [
      sent({ Certain: false, Place: null, Destination: DestinationKind.Ftp, Recipients: [] }),
      "An upload to a server began on 2026/11/20 14:00. The file, or a part of it, may have reached the server.",
    ],
    [
      sent({ Certain: false, Place: null, Destination: DestinationKind.Webhook, Recipients: [] }),
      "A webhook with its link was sent on 2026/11/20 14:00. The link may have reached its receiver.",
    ],
    [
      sent({ Destination: DestinationKind.Ftp, Place: "ftp.example, /in/Orders.csv", Recipients: [] }),
      "Uploaded on 2026/11/20 14:00 to ftp.example, /in/Orders.csv.",
    ],
    [
      sent({ Destination: DestinationKind.Webhook, Place: "hooks.example", Recipients: [] }),
      "Its link was given to hooks.example by webhook on 2026/11/20 14:00.",
    ],
    [
      sent({ Destination: DestinationKind.PublicUrl, Recipients: [] }),
      "Published at the report's public link on 2026/11/20 14:00.",
    ],
  ])("%#", (delivery, words) => expect(describeDelivery(delivery, zone)).toBe(words));
});

it("the description of a file covers its origin, delivery, downloads and whether it still exists", () => {
  const at = "2026-11-20T12:30:00.000Z";
  expect(
    describeFile(
      file({
        Automation: "Daily",
        Sent: sent(),
        File: "expired",
        Fetched: [
          { From: at, To: at, By: "link" },
          { From: at, To: "2026-11-20T12:45:00.000Z", By: "public" },
        ],
      }),
      zone,
    ),
  ).toEqual([
    "Report “Orders”, made on 2026/11/20 13:00 by the automated report “Daily”.",
    "Sent by e-mail on 2026/11/20 14:00 to carl@partner.example, dora@partner.example.",
    "Fetched with its link on 2026/11/20 14:30.",
    "Fetched at the public link more than once, from 2026/11/20 14:30 to 2026/11/20 14:45.",
    "The file expired and is no longer in Sheaf.",
  ]);
  expect(describeFile(file({ Certain: false }), zone)).toContain(
    "It isn't known who was in this file, so it may have held the customer's orders.",
  );
  const before = sent({ Certain: false, Reached: 1, Place: null, Recipients: ["eve@partner.example"] });
  expect(describeFile(file({ Sent: sent(), AlsoSent: [before] }), zone).slice(1, 3)).toEqual([
    "Sent by e-mail on 2026/11/20 14:00 to carl@partner.example, dora@partner.example.",
    "Sent by e-mail on 2026/11/20 14:00. It reached 1 of these: eve@partner.example.",
  ]);
  expect(describeFile(file({ File: "expired" }), zone)).toContain("Nobody has fetched it.");
  expect(describeFile(file({ File: "expired", Fetched: null }), zone).slice(1)).toEqual([
    "It's no longer known whether it was fetched.",
    "The file expired and is no longer in Sheaf.",
  ]);
});

it("the number of files is separate from those that may have held the customer's orders", () => {
  expect(describeFound([])).toBe("No file held orders of this customer.");
  expect(describeFound([file(), file(), file({ Certain: false })])).toBe(
    "2 files held orders of this customer. For 1 more file, it isn't known who was in it.",
  );
});

describe("the description of a customer's request", () => {
  const request: CustomerRequest = {
    Id: "p",
    Kind: "data",
    ReceivedAt: "2026-11-20T12:00:00.000Z",
    AnswerBy: "2026-12-20T12:00:00.000Z",
    KeptUntil: "2027-02-18T12:00:00.000Z",
    About: "ann@example.com",
    Ready: true,
    Outcome: "carried-out",
    Files: 2,
    Values: 0,
  };
  it("says who asks, and by when they must have an answer", () => {
    expect(describeRequest(request)).toBe("ann@example.com asks what data is kept about them");
    expect(describeRequestStatus(request, zone)).toBe(
      "Received on 2026/11/20. Found: 2 files held the customer's orders. The customer must have your answer by 2026/12/20.",
    );
    expect(describeRequestStatus({ ...request, Ready: false }, zone)).toBe(
      "Received on 2026/11/20. Sheaf is working on it.",
    );
  });
  it("counts the files that held the customer's orders but are no longer known", () => {
    expect(describeUnnamed(request, [file(), file()])).toEqual([]);
    expect(describeUnnamed({ ...request, Files: 1_500 }, [file(), file()])).toEqual([
      "1,498 more files held the customer's orders. It's no longer known which, or who received them.",
    ]);
    expect(describeUnnamed({ ...request, Files: 3 }, [file(), file()])).toEqual([
      "1 more file held the customer's orders. It's no longer known which, or who received it.",
    ]);
  });
  it("says whom to inform of an erasure", () => {
    expect(describeRequestStatus({ ...request, Kind: "erasure", AnswerBy: null, Files: 1, Values: 1 }, zone)).toBe(
      "Received on 2026/11/20. Done: 1 file held the customer's orders, and 1 text that you or our support wrote named the customer. Tell whoever received them that the data was erased.",
    );
  });
});

it("the answer file has all known facts, and a file name without personal data", () => {
  const now = "2026-11-21T09:00:00.000Z";
  const text = formatReply({ shop: "Aurora", about: ["Customer: ann@example.com"], files: [file()], now, zone });
  expect(text.split("\r\n")).toEqual([
    "Who received a customer's data",
    "",
    "Store: Aurora",
    "Customer: ann@example.com",
    "As known on 2026/11/21 11:00. Times are those of Europe/Athens.",
    "",
    "1 file held orders of this customer.",
    "",
    "1. Orders.csv",
    "   Report “Orders”, made by hand on 2026/11/20 13:00.",
    "   Nobody has fetched it.",
    "   The file is still in Sheaf.",
    "",
  ]);
  expect(replyFileName(now, zone)).toBe("Who received a customer's data 2026-11-21 1100.txt");
});

it("files are collected page by page until all have been searched", async () => {
  const asked: (string | null)[] = [];
  const looked: number[] = [];
  const files = await collectFiles(
    async (continuation) => {
      asked.push(continuation);
      const n = asked.length;
      return { Files: [file({ ExportId: String(n) })], Looked: n, Of: 3, Continuation: n === 3 ? null : String(n) };
    },
    (soFar) => looked.push(soFar.looked),
  );
  expect([asked, looked, files.length]).toEqual([[null, "1", "2"], [1, 2, 3], 3]);
});
