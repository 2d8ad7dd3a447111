import {
  arrivalsKeptMinutes,
  asideKeptDays,
  customerRequestKeptDays,
  deliveryKeptDays,
  fileKeptDays,
  finishedJobKeptDays,
  impersonationSessionMinutes,
  liveKeptMinutes,
  maxExtensionDays,
  outboxKeptDays,
  peopleKeptDays,
  progressKeptHours,
  rerunDays,
  sentMailKeptDays,
  supportSessionHours,
  supportTicketSeconds,
  throttledStatusMinutes,
  unusedLoginHours,
  webhookIdKeptDays,
} from "./retention.ts";

/**
 * Stored data, in words for merchants. `where` and `removedBy` are for operators, in Markdown. Jobs appear by their
 * kind.
 */
export type RetentionRule = { what: string; where: string; howLong: string; removedBy: string };

const { manual, upToFourHours, upToTwelveHours, dailyAndLonger } = fileKeptDays;
const untilErased = "Until the shop is erased, after you uninstall";

/**
 * All stored data and its retention, as in the Privacy Notice and docs/operations.md. A test compares it
 * with both and with the removing code (tests/contract/retention.test.ts).
 */
export const retentionRules: readonly RetentionRule[] = [
  {
    what: "Report files",
    where: "`files/`",
    howLong: `${manual} days when made by hand or as a sample; automated ones ${upToFourHours}, ${upToTwelveHours} or ${dailyAndLonger} days by their schedule; up to ${maxExtensionDays} days more where our support has one kept longer; the newest of a public link until another replaces it`,
    removedBy: "exporter, job `expire-export`",
  },
  {
    what: "Who was in a report file, as keyed hashes that name nobody, and when the file was fetched",
    where: "`files/*.people`; `state.db`",
    howLong: `As long as the file, and ${peopleKeptDays} days more; the hashes of a customer until that customer is erased`,
    removedBy: "upkeep, job `forget-people`",
  },
  {
    what: "Hashes of the rows of a report file, by which a report that is made again is compared",
    where: "`files/*.rows`",
    howLong: "As long as the file",
    removedBy: "exporter, with the file",
  },
  {
    what: "What a report was made of: its design, its conditions, the numbers of chosen orders",
    where: "`state.db`, frozen inputs",
    howLong: `${rerunDays} days longer than its file, or after it failed or was canceled`,
    removedBy: "upkeep, job `forget-input`",
  },
  {
    what: "Orders, while a report is made of them",
    where: "memory; `work/`, `scratch/`",
    howLong: "Until the report is made",
    removedBy: "exporter; what a kill leaves, its janitor within minutes",
  },
  {
    what: "A report's progress",
    where: "`state.db`",
    howLong: `${progressKeptHours} hours`,
    removedBy: "expiry of the entry",
  },
  {
    what: "That a delivery was confirmed, and which recipients of an e-mail have it, as hashes",
    where: "`state.db`",
    howLong: `${deliveryKeptDays} days`,
    removedBy: "expiry of the entry",
  },
  {
    what: "E-mails that wait to be picked up, where Sheaf has no mail server",
    where: "`outbox/`",
    howLong: `${outboxKeptDays} days`,
    removedBy: "upkeep, sweep of the outbox",
  },
  {
    what: "E-mail addresses, conditions of filters that may name people, and messages to our support",
    where: "vault",
    howLong: `${untilErased}; what names a customer until that customer is erased`,
    removedBy: "upkeep, job `carry-out-privacy-request`",
  },
  {
    what: "Names and passwords of your servers, secrets of webhooks",
    where: "vault",
    howLong: untilErased,
    removedBy: "upkeep, job `carry-out-privacy-request`",
  },
  {
    what: "The keys your servers showed the first time",
    where: "`state.db`",
    howLong: untilErased,
    removedBy: "upkeep, job `carry-out-privacy-request`",
  },
  {
    what: "The key by which the store platform lets Sheaf read your orders",
    where: "vault",
    howLong: "Until you uninstall",
    removedBy: "web, with the uninstall",
  },
  {
    what: "Customers' questions about their data, and who asked them",
    where: "vault; `state.db`",
    howLong: `${customerRequestKeptDays} days`,
    removedBy: "upkeep, job `forget-customer-request`",
  },
  {
    what: "Erasures of customers, with the files that had held them but without their names",
    where: "`state.db`",
    howLong: `${peopleKeptDays} days`,
    removedBy: "upkeep, job `forget-customer-request`",
  },
  {
    what: "Choices on the pages where reports are made and viewed live",
    where: "`state.db`, page states",
    howLong: untilErased,
    removedBy: "upkeep, job `carry-out-privacy-request`",
  },
  {
    what: "The numbers of the orders that arrived last, while someone looks at a live report",
    where: "`state.db`",
    howLong: `${arrivalsKeptMinutes} minutes after the last look`,
    removedBy: "expiry of the entry",
  },
  {
    what: "Orders that a live report or a preview shows, and the page that is made of them",
    where: "memory",
    howLong: `${liveKeptMinutes} minute at most after they were read; the page ${liveKeptMinutes} minute after it was asked for`,
    removedBy: "web, by itself",
  },
  {
    what: "That you are logged in",
    where: "`state.db`",
    howLong: `${unusedLoginHours} hours after the last use`,
    removedBy: "expiry of the entry",
  },
  {
    what: "Which of our support people viewed your shop or did something for it, when and why, what they changed, and whether you let them",
    where: "`events.db`, `read-models.db`; names and reasons in the vault",
    howLong:
      "While Sheaf is installed, and after; a reason that names a customer until that customer is erased, every other until your shop is",
    removedBy: "nothing; reasons upkeep, job `carry-out-privacy-request`",
  },
  {
    what: "That one of our support people may view your shop, and does",
    where: "`state.db`",
    howLong: `${supportTicketSeconds} seconds, and ${impersonationSessionMinutes} minutes`,
    removedBy: "expiry of the entry",
  },
  {
    what: "That one of our support people is signed in",
    where: "`state.db`",
    howLong: `${supportSessionHours} hours at most`,
    removedBy: "expiry of the entry",
  },
  {
    what: "Which notices the store platform sent us about which shop, and whether they were handled; none of their contents",
    where: "`state.db`",
    howLong: `${webhookIdKeptDays} days`,
    removedBy: "expiry of the entry",
  },
  {
    what: "Which e-mails were sent for which shop, when, and whether they were accepted; no addresses and none of their text",
    where: "`state.db`",
    howLong: `${sentMailKeptDays} days`,
    removedBy: "expiry of the entry",
  },
  {
    what: "That the store platform is slowing down a shop's calls",
    where: "`state.db`",
    howLong: `${throttledStatusMinutes} minutes after the last time`,
    removedBy: "expiry of the entry",
  },
  {
    what: "How our support people like to see their lists",
    where: "`state.db`",
    howLong: "Until they remove it",
    removedBy: "whoever saved it",
  },
  {
    what: "Our finished tasks, without personal data",
    where: "`state.db`, jobs",
    howLong: `${finishedJobKeptDays} days`,
    removedBy: "the queue itself",
  },
  {
    what: "Report designs, filters, automated reports, and the history of what was set up and made, without personal values",
    where: "`events.db`; `read-models.db`, snapshots in `state.db`",
    howLong: "While Sheaf is installed, and after",
    removedBy: "nothing",
  },
  {
    what: "A copy of a damaged store that was set aside, with all that was in it",
    where: "`*.damaged-*.db`",
    howLong: `${asideKeptDays} days, or until anyone's data is erased`,
    removedBy: "upkeep, sweep of copies",
  },
  {
    what: "Technical records",
    where: "output of the processes; Sheaf keeps none of it",
    howLong: "Only as long as needed for running Sheaf and finding faults",
    removedBy: "whoever runs Sheaf; in containers their size",
  },
];
