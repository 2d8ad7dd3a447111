import { createHash } from "node:crypto";
import jszip from "jszip";
import { toLocalTime } from "#domain/dates/local-time.ts";
import { AutomationStatus, DestinationKind, FileType } from "#domain/enumerations.ts";
import type { AutomationOnWire } from "#domain/wire/automations/automations.ts";
import type { Merchant } from "#tests/support/merchant.ts";
import { until } from "#tests/support/until.ts";
import { automated, fetched, type Got, type Receivers } from "../acceptance/two-days.ts";

/** The engine that was cut off at a slot, the slot (ms since 1970), and the ids of its reports by destination. */
export type Group = { name: string; at: number; reports: Record<string, string> };

/** ms that starting and testing them may take at least. */
const leastAhead = 10_000;

/**
 * A report to each destination that is due daily at a minute: at `at`, where that is given, else at one that comes soon after all of them are
 * started and tested. No CSV says when it was made, and of a workbook one part alone, so that files that were made at two times can be the same.
 */
export const startReports = async (
  { client, account }: Merchant,
  receivers: Receivers,
  { name, at: given, reportId, filterId }: { name: string; at?: number; reportId: string; filterId: string },
): Promise<Group> => {
  const kinds = Object.entries(automated(receivers));
  const made: AutomationOnWire[] = [];
  for (const _ of kinds) made.push(await client.data<AutomationOnWire>("POST", "automations/create-new"));
  const save = async (status: AutomationStatus, at: number): Promise<void> => {
    const { hour, minute } = toLocalTime(new Date(at).toISOString(), account.iana_timezone);
    for (const [n, [kind, { to }]] of kinds.entries()) {
      const link = to.Destination === DestinationKind.PublicUrl && { PublicUrl: { ReportName: `From ${name}` } };
      await client.data("PUT", "automations/update-automation", {
        ...{ ...made[n], title: `${kind} ${name}`, status },
        file_type: kind === "mail" ? FileType.Excel : FileType.Csv,
        custom_hour: hour * 60 + minute,
        ...{ report_id: reportId, report_filter_id: filterId, ReportDestination: { ...to, ...link } },
      });
    }
  };
  const begun = performance.now();
  await save(AutomationStatus.Paused, given ?? Date.now());
  // Starting and testing them takes twice as long as that, and half as long again on a busy machine.
  const ahead = leastAhead + 3 * (performance.now() - begun);
  const at = given ?? Math.ceil((Date.now() + ahead) / 60_000) * 60_000;
  await save(AutomationStatus.Active, at);
  return { name, at, reports: Object.fromEntries(kinds.map(([kind], n) => [kind, made[n]?.id ?? ""])) };
};

/**
 * Those that tell nothing of their own beside the file: a test run of a link would take the place of what stands there. Asked for before their slot has
 * come, each is of the day before.
 */
export const testReports = async ({ client }: Merchant, { reports }: Group): Promise<void> => {
  for (const [kind, id] of Object.entries(reports))
    if (kind !== "link") await client.data("POST", "automations/test-automation/", id);
};

/** How much has come to all receivers so far. */
export const arrivals = ({ smtp, ftp, sftp, http }: Receivers): number =>
  smtp.arrived.length + ftp.named.length + sftp.named.length + http.calls.length;

/** The bytes of a file that are the same whenever it is made: of a workbook all but those of the part that says when that was. */
const contentOf = async ({ name, bytes }: Got): Promise<Buffer> => {
  if (!name.endsWith(".xlsx")) return bytes;
  const { files } = await jszip.loadAsync(bytes);
  const parts = Object.values(files).filter((part) => part.name !== "docProps/core.xml");
  return Buffer.concat(
    await Promise.all(
      parts.map(async (part) => Buffer.concat([Buffer.from(part.name), await part.async("nodebuffer")])),
    ),
  );
};

const factsOf = async (from: string, got: Got) => {
  const content = await contentOf(got);
  return {
    from,
    name: got.name,
    length: content.length,
    sha256: createHash("sha256").update(content).digest("hex"),
  };
};
export type Fact = Awaited<ReturnType<typeof factsOf>>;

/** Every file that came, as often as it came, and those that links lead to, in an order that does not tell when. */
export const received = async (
  { smtp, ftp, sftp, http }: Receivers,
  { client }: Merchant,
  groups: readonly Group[],
): Promise<Fact[]> => {
  const facts: Fact[] = [];
  for (const { mail } of smtp.arrived)
    for (const { filename = "", content } of mail.attachments)
      facts.push(await factsOf("mail", { name: filename, bytes: content }));
  for (const [from, { named, files }] of Object.entries({ ftp, sftp }))
    for (const name of named) facts.push(await factsOf(from, { name, bytes: files.get(name) ?? Buffer.alloc(0) }));
  for (const { url } of http.calls) {
    const file = new URL(url, http.origin).searchParams.get("fileurl") ?? "";
    facts.push(await factsOf("webhook", await fetched(file)));
  }
  for (const { reports } of groups) {
    const { ReportDestination } = await client.data<AutomationOnWire>(
      "GET",
      `automations/get-automation/${reports.link}`,
    );
    const address = ReportDestination.PublicUrl?.Url ?? "";
    // The file is available once the delivery's event was handled.
    await until("the link leads to a file", async () => (await fetch(address)).status === 200);
    facts.push(await factsOf("link", await fetched(address)));
  }
  return facts.toSorted((one, other) => `${one.from} ${one.name}`.localeCompare(`${other.from} ${other.name}`));
};
