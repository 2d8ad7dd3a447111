import {
  breachNoticeHours,
  deletionHours,
  erasedAfterUninstallHours,
  noticeDays,
  settingsKeptMonths,
  termsVersion,
} from "#domain/legal/facts.ts";
import { retentionRules } from "#domain/retention/retention-rules.ts";
import { fileRetentionTable } from "./file-retention-table.ts";
import type { LegalDocument } from "./legal-document.ts";

export const privacyNotice: LegalDocument = {
  id: "privacy",
  title: "Privacy Notice",
  updated: termsVersion,
  lead: "This notice says which personal data the provider of Sheaf handles, why, for how long, and what you can ask of us. It is written to be read.",
  sections: [
    {
      id: "who-we-are",
      title: "Who we are and who this notice is for",
      clauses: [
        "Sheaf is an application that works as an add-on to an online-store platform and turns a store's orders into reports. 'We' and 'us' are the provider of Sheaf. 'You' are the owner of a store that uses Sheaf, or the owner's legal representative.",
        "For the data about you and your store that {#what-we-keep} lists we are the controller. For the data about your customers in your orders you are the controller, and we work on your behalf; the {dataProtection} governs that.",
        "If you are a customer of a store that uses Sheaf, please contact that store first. It decides what happens to your data and can tell us what to do.",
      ],
    },
    {
      id: "what-we-keep",
      title: "What we keep",
      clauses: [
        {
          text: "About you and your store we keep the following, and nothing else:",
          table: {
            head: ["What", "Why"],
            rows: [
              [
                "The name of your shop, its time zone, currency, language and plan on the store platform",
                "To recognize your shop, show times and amounts the way you use them, and set your tier",
              ],
              [
                "The e-mail address of your shop",
                "To answer you, to send you the samples that you ask for, and to tell you when something fails or needs attention",
              ],
              ["The key by which the store platform lets Sheaf read your orders", "To make your reports"],
              [
                "What you set up: report designs, filters, automated reports, preferences, and the history of their changes",
                "To make your reports as you want them, and to explain later how a report was made",
              ],
              [
                "Access data that you give us for deliveries, for example of an FTP server",
                "To deliver reports where you want them",
              ],
              [
                "Report files, including samples of automated reports",
                "To let you download them, and to deliver them where you want",
              ],
              [
                "Who was in a report file, as keyed hashes that name nobody, and when the file was fetched",
                "To tell you who received a customer's data when that customer asks",
              ],
              ["Messages that you send to our support", "To answer them"],
              [
                "When you accepted these documents, whether you want news, and which charges you approved",
                "To prove it, and to keep our books",
              ],
              [
                "Technical records: the time and kind of a request, its outcome and how long it took. They hold no order data and none of your secrets",
                "To keep Sheaf running and to find faults",
              ],
            ],
          },
        },
        "{#retention} says how long we keep each of them.",
        "We do not ask for your name, your telephone number or your bank details. Payments run through the store platform; we never see a card number.",
      ],
    },
    {
      id: "order-data",
      title: "Order data passes through",
      clauses: [
        "When you ask for a report, a preview or a count, Sheaf reads the orders it needs from the store platform, works them into the result and forgets them. We keep no copy of your orders in our databases.",
        "The data of your orders stays in one place only: in the report files that were made for you. While a large report is being made, parts of it may be held in temporary files; these are removed when the report is done, has failed or was canceled.",
        "A filter may name a person if you write one into it, for example an e-mail address of a customer. We keep such a value encrypted, and erase it when the platform tells us that the person asked for it. Please do not write more personal data into titles and filters than you need.",
      ],
    },
    {
      id: "report-files",
      title: "How long report files are kept",
      clauses: [
        { text: "A report file is removed automatically after the following time:", table: fileRetentionTable },
        "The newest file behind a public link stays until the next report replaces it, or until you remove the automated report.",
        "Anyone with the link to a report file can open it until it is removed. The links cannot be guessed. Please give them only to people who may see the report.",
        "Copies that were delivered by e-mail, FTP or webhook are in your hands, or in those of the recipients you named. We can no longer delete them.",
      ],
    },
    {
      id: "retention",
      title: "How long we keep everything",
      clauses: [
        {
          text: "This is what Sheaf keeps, and for how long. Whatever has a time limit is removed automatically when it ends:",
          table: { head: ["What", "For how long"], rows: retentionRules.map(({ what, howLong }) => [what, howLong]) },
        },
        `Your shop is erased when the store platform asks us to, some ${erasedAfterUninstallHours} hours after you uninstall. What you set up then stays at least ${settingsKeptMonths} months. When you accepted these documents, and which charges you approved, we keep as long as the law requires.`,
      ],
    },
    {
      id: "grounds",
      title: "Why we may do this",
      clauses: [
        {
          text: "Where the General Data Protection Regulation (EU) 2016/679 applies, we rely on these legal grounds:",
          list: [
            "our contract with you, for everything that is needed to make and deliver your reports (Article 6(1)(b));",
            "our legal duties, for bookkeeping and for answering authorities that may ask (Article 6(1)(c));",
            "our legitimate interest in a service that is secure and works, for technical records (Article 6(1)(f));",
            "your consent, for news about Sheaf (Article 6(1)(a)). You can withdraw it at any time in Configuration.",
          ],
        },
        "You are not obliged to give us any data. Without the shop name, the e-mail address and the access that you approve at the store platform, however, Sheaf cannot make reports.",
      ],
    },
    {
      id: "what-we-do-not-do",
      title: "What we do not do",
      clauses: [
        {
          text: "We do not",
          list: [
            "sell or rent personal data to anyone;",
            "use your orders for purposes of our own, such as advertising, statistics for others or training software;",
            "make automated decisions about people, or build profiles of them;",
            "track you across other websites, or place advertising or analytics scripts in Sheaf.",
          ],
        },
      ],
    },
    {
      id: "your-browser",
      title: "What stays in your browser",
      clauses: [
        "Sheaf sets no cookies. It keeps in your browser's own storage: the proof that you are logged in, your account's data, the names of shops that logged in there, what you typed but could not save or send yet (for a month at most), and display choices such as the light or dark theme.",
        "Logging out removes the proof of your login, the account's data and everything that is not saved yet. You can remove shops from that list on the login page. Deleting the website data in your browser removes all of it.",
      ],
    },
    {
      id: "receivers",
      title: "Who else receives data",
      clauses: [
        {
          text: "Apart from us, only these receive personal data, each only as much as it needs:",
          list: [
            "the store platform, from which the data comes and through which you log in and pay;",
            "a provider of server hosting, on whose machines Sheaf runs and report files are stored;",
            "a provider of e-mail delivery, which carries the messages, reports and samples that are sent by e-mail;",
            "the recipients that you name yourself for your reports;",
            "authorities and courts, where the law obliges us.",
          ],
        },
        "The providers work on our behalf, under contracts that bind them to secrecy and to our instructions. The {dataProtection} says how they are chosen and announced. On request we tell you who they are at present and where they work.",
        "Where one of them works outside the European Economic Area, we make sure that the law's conditions for it are met, as a rule by the standard contractual clauses of the European Commission.",
      ],
    },
    {
      id: "security",
      title: "How data is protected",
      clauses: [
        {
          text: "Among other things,",
          list: [
            "e-mail addresses, platform keys, passwords and other secrets lie encrypted in a vault of their own (AES-256), apart from all other data;",
            "secrets are never sent back to a browser and never written to technical records;",
            "every connection to Sheaf is encrypted on its way;",
            "a login ends by itself after 24 hours without use, and at once when you log out or uninstall;",
            "our support may view your shop only for a recorded reason and a short time, and may change nothing there unless you allow it.",
          ],
        },
        `If personal data of yours is breached despite this, we tell you within ${breachNoticeHours} hours of learning of it: what happened, whom it concerns, what it may lead to and what we are doing about it.`,
      ],
    },
    {
      id: "deletion",
      title: "Deletion",
      clauses: [
        `You can ask us at any time to delete personal data. We do so within ${deletionHours} hours, unless a law obliges us to keep some of it; in that case we tell you which data, and why.`,
        `When you uninstall Sheaf, its access to your store ends at once, schedules stop and platform keys are deleted. Some ${erasedAfterUninstallHours} hours later the store platform asks us to erase your shop; we then erase personal values and secrets without delay.`,
        `Your settings, that is designs, filters and definitions of automated reports, are kept at least ${settingsKeptMonths} months after you uninstall, so that your work is still there if you come back. If you do not want that, tell us, and we delete them within ${deletionHours} hours.`,
        "When one of your customers asks you for erasure, the store platform passes that request on to us. We then erase what we hold about that person, together with the stored report files that contain their orders. Under Configuration you can see which files those were and who received them, so that you can tell them.",
        "When a customer asks what data is kept about them, you can see there which report files held their orders and who received them, and save that as a file for your answer.",
      ],
    },
    {
      id: "your-rights",
      title: "Your rights",
      clauses: [
        {
          text: "You have the right to",
          list: [
            "learn whether we hold data about you, which data it is, and get a copy of it;",
            "have wrong data corrected and incomplete data completed;",
            "have data deleted, or its use restricted;",
            "receive the data you gave us in a common, machine-readable form, or have it passed on to someone else;",
            "object to what we do based on our legitimate interest;",
            "withdraw your consent, which does not affect what was done before.",
          ],
        },
        "Write to us in one of the ways in {#contact}. We answer free of charge and within one month at the latest. We may ask for proof that it is really you.",
        "You can also complain to a supervisory authority: that of the country where you live or work, or the Hellenic Data Protection Authority in Athens.",
      ],
    },
    {
      id: "changes",
      title: "Changes of this notice",
      clauses: [
        `When we change this notice in a way that matters to you, we announce it at least ${noticeDays} days before, in Sheaf or by e-mail. The date of the last change is at the top.`,
      ],
    },
    {
      id: "contact",
      title: "How to contact us",
      clauses: [{ contact: "For anything about personal data, contact us:" }],
    },
  ],
};
