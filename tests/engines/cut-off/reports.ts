import { createHash } from "node:crypto";
import { localTime } from "#domain/dates/local-time.ts";
import { AutomationStatus, DestinationKind, FileType } from "#domain/enumerations.ts";
import type { AutomationOnWire } from "#domain/wire/automations.ts";
import type { Merchant } from "#tests/support/merchant.ts";
import { automated, fetched, type Got, type Receivers } from "../acceptance/two-days.ts";

/** What was cut off when its slot came, its slot (ms since 1970), and the ids of its reports by destination. */
export type Group = { name: string; at: number; reports: Record<string, string> };

/** ms that starting them may take at least. */
const leastAhead = 5_000;

/**
 * A report to each destination that is due daily at a minute: at `at`, where that is given, else at one that comes soon after all of them are started. No file of theirs
 * says when it was made, so that files of two days can be the same.
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
    const { hour, minute } = localTime(new Date(at).toISOString(), account.iana_timezone);
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
  // Starting them takes as long as that, and half as long again where the machine has other things to do.
  const ahead = leastAhead + 1.5 * (performance.now() - begun);
  const at = given ?? Math.ceil((Date.now() + ahead) / 60_000) * 60_000;
  await save(AutomationStatus.Active, at);
  if (given === undefined && Date.now() >= at)
    throw new Error("The machine is too busy: the slot came before its reports.");
  return { name, at, reports: Object.fromEntries(kinds.map(([kind], n) => [kind, made[n]?.id ?? ""])) };
};

/** Those that tell nothing of their own beside the file: a test run of a link would take the place of what stands there. */
export const testReports = async ({ client }: Merchant, { reports }: Group): Promise<void> => {
  for (const [kind, id] of Object.entries(reports))
    if (kind !== "link") await client.data("POST", "automations/test-automation/", id);
};

/** How much has come to all receivers so far. */
export const arrivals = ({ smtp, ftp, sftp, http }: Receivers): number =>
  smtp.arrived.length + ftp.named.length + sftp.named.length + http.calls.length;

const factsOf = (from: string, { name, bytes }: Got) => ({
  from,
  name,
  length: bytes.length,
  sha256: createHash("sha256").update(bytes).digest("hex"),
});
export type Fact = ReturnType<typeof factsOf>;

/** Every file that came, as often as it came, and those that links lead to, in an order that does not tell when. */
export const received = async (
  { smtp, ftp, sftp, http }: Receivers,
  { client }: Merchant,
  groups: readonly Group[],
): Promise<Fact[]> => {
  const facts: Fact[] = [];
  for (const { mail } of smtp.arrived)
    for (const { filename = "", content } of mail.attachments)
      facts.push(factsOf("mail", { name: filename, bytes: content }));
  for (const [from, { named, files }] of Object.entries({ ftp, sftp }))
    for (const name of named) facts.push(factsOf(from, { name, bytes: files.get(name) ?? Buffer.alloc(0) }));
  for (const { url } of http.calls) {
    const file = new URL(url, http.origin).searchParams.get("fileurl") ?? "";
    facts.push(factsOf("webhook", await fetched(file)));
  }
  for (const { reports } of groups) {
    const { ReportDestination } = await client.data<AutomationOnWire>(
      "GET",
      `automations/get-automation/${reports.link}`,
    );
    facts.push(factsOf("link", await fetched(ReportDestination.PublicUrl?.Url ?? "")));
  }
  return facts.toSorted((one, other) => `${one.from} ${one.name}`.localeCompare(`${other.from} ${other.name}`));
};
