import {
  breachNoticeHours,
  courts,
  deletionHours,
  erasedAfterUninstallHours,
  noticeDays,
  settingsKeptMonths,
  termsVersion,
} from "#domain/legal/facts.ts";
import { fileRetentionTable } from "./file-retention-table.ts";
import type { LegalDocument } from "./legal-document.ts";

export const dataProtectionAgreement: LegalDocument = {
  id: "dataProtection",
  title: "Data Protection Agreement",
  updated: termsVersion,
  lead: "When Sheaf makes a report, it handles data of your customers on your behalf. This agreement says how. It is the contract that Article 28 of the General Data Protection Regulation (EU) 2016/679, 'the Regulation', requires, and applies in the same way where another law requires one like it.",
  sections: [
    {
      id: "subject",
      title: "Subject and roles",
      clauses: [
        "You, the business that runs the store, are the controller. We, the provider of Sheaf, are the processor. If you yourself act for another controller, we are a sub-processor and you pass on that controller's instructions.",
        "This agreement is part of the {terms} and lasts as long as they do, and beyond that for as long as we hold personal data on your behalf. Where the two differ about personal data, this agreement prevails.",
        "Words such as personal data, processing and data subject have the meaning that the Regulation gives them.",
      ],
    },
    {
      id: "details",
      title: "What is processed, and why",
      clauses: [
        {
          text: "The processing in short:",
          table: {
            head: ["Point", "Content"],
            rows: [
              [
                "Purpose",
                "Making reports, previews, live views and counts from your store's orders, and delivering reports to where you want them",
              ],
              [
                "Nature",
                "Reading from the store platform, selecting, arranging and calculating, writing to a file, making the file available, sending and deleting it",
              ],
              [
                "Persons",
                "Customers of your store, recipients of its goods, and people whom an order names in another way",
              ],
              [
                "Data",
                "What your orders hold and your designs and filters ask for: names, postal and e-mail addresses, telephone numbers, contents, amounts, payment and delivery states of orders, notes, tags and attributes, and technical origins such as campaign parameters",
              ],
              [
                "Special categories",
                "None are intended. Please do not put data about health, belief and the like into orders, notes or tags",
              ],
              ["Duration", "As long as the {terms} last, and as {#retention} says"],
            ],
          },
        },
        "Orders pass through. They are read when they are needed and are not copied to our databases; they stay only in the report files that are made for you, and, while they are being made, in temporary files.",
        "Apart from report files, we hold personal data on your behalf only where you write it into settings yourself: as a value of a filter, as a recipient of a report, or in a message to our support.",
      ],
    },
    {
      id: "instructions",
      title: "Instructions",
      clauses: [
        "We process personal data only on your documented instructions, unless a law of the European Union or of a member state obliges us otherwise; in that case we tell you beforehand, if that law allows it. Your instructions are this agreement, the {terms}, and what you set up and request in Sheaf.",
        "If we believe that an instruction breaks data protection law, we tell you without delay. We may hold it until you confirm or change it.",
        "You are responsible for the processing being lawful, for informing the data subjects, and for the recipients that you name.",
      ],
    },
    {
      id: "people",
      title: "The people who work for us",
      clauses: [
        "Only people who need it for their work can access personal data. They are bound to secrecy, even after their work ends, and know the rules of data protection.",
        "Our support may view your shop only for a recorded reason and a short time, and may change nothing unless you allow it. Every such session is recorded with who viewed it, why and until when, and you can ask us for these records.",
      ],
    },
    {
      id: "security",
      title: "Security",
      clauses: [
        {
          text: "We take the measures that Article 32 of the Regulation asks for. At present they are:",
          list: [
            "encryption of every connection to Sheaf and to the store platform on its way;",
            "a vault, separate from all other data, in which personal values of your shop and secrets lie encrypted (AES-256-GCM); everything else holds only references to it;",
            "access to your store by keys that the store platform issues and that you can withdraw there at any time;",
            "logins that end by themselves after 24 hours without use, and at once when you log out or uninstall;",
            "links to report files that cannot be guessed, and files that are removed automatically;",
            "strict separation of stores: every read and every change is bound to one store;",
            "technical records without order data and without secrets;",
            "a lasting record of every change of settings, with who made it and when;",
            "tests of every change before it goes live.",
          ],
        },
        "We may replace measures by others that protect at least as well.",
      ],
    },
    {
      id: "sub-processors",
      title: "Sub-processors",
      clauses: [
        {
          text: "You agree that we use sub-processors of these kinds:",
          list: [
            "server hosting: runs Sheaf and stores report files and settings;",
            "e-mail delivery: carries reports, samples and messages that are sent by e-mail.",
          ],
        },
        "The store platform, and the recipients that you name for your reports, are not our sub-processors: you have your own contracts with them.",
        "We bind every sub-processor by a contract with the same duties as in this agreement, check that it meets them, and are responsible for it as for ourselves. On request we tell you which companies they are at present and where they process the data.",
        `We announce a new or replacement sub-processor at least ${noticeDays} days in advance. You may object within that time for a reason that concerns data protection. If we find no solution together, you can end the contract before the change takes effect.`,
      ],
    },
    {
      id: "transfers",
      title: "Other countries",
      clauses: [
        "Personal data leaves the European Economic Area only if the conditions of Chapter V of the Regulation are met: by a decision that protection there is adequate, by the standard contractual clauses of the European Commission together with the additional measures that are necessary, or by another means that the Regulation provides for.",
        "Where you yourself are outside the European Economic Area, or name recipients there, the report reaches you or them because you instructed us to send it.",
      ],
    },
    {
      id: "assistance",
      title: "How we help you",
      clauses: [
        "If a person contacts us with a request that concerns you, we pass it on to you without delay and do not answer it ourselves.",
        "We help you answer requests of data subjects, to assess the risks of the processing and to consult authorities, as far as it concerns Sheaf and we have the information.",
        "When the store platform passes on a customer's request for erasure, we erase what we hold about that person and delete the stored report files that contain their orders. You do not need to do anything more in Sheaf; copies that were downloaded or delivered are in your hands.",
      ],
    },
    {
      id: "breaches",
      title: "Breaches",
      clauses: [
        `If personal data that we hold on your behalf is breached, we tell you without undue delay and within ${breachNoticeHours} hours of learning of it.`,
        {
          text: "We tell you, at once or as soon as we know it,",
          list: [
            "what happened, and when;",
            "which kinds of data and about how many people and records are affected;",
            "what it may lead to;",
            "what we have done and what we propose;",
            "who can tell you more.",
          ],
        },
        "We help you with your own duties towards authorities and data subjects, and keep a record of every breach.",
      ],
    },
    {
      id: "retention",
      title: "How long data is kept, and deletion",
      clauses: [
        { text: "Report files are removed automatically after the following time:", table: fileRetentionTable },
        "The newest file behind a public link stays until the next report replaces it, or until you remove the automated report.",
        `At your request we delete personal data earlier, within ${deletionHours} hours.`,
        `When you uninstall Sheaf, we delete the keys to your store at once. Some ${erasedAfterUninstallHours} hours later the store platform asks us to erase your shop; we then erase personal values and secrets. Settings without personal values are kept at least ${settingsKeptMonths} months, in case you come back, unless you ask us to delete them.`,
        "Before the end you can download every report file that is still kept, which is how your data is given back to you. What a law obliges us to keep, we keep locked and delete when the duty ends. Data in backups disappears when they are overwritten in turn; until then it is not used.",
      ],
    },
    {
      id: "audits",
      title: "Proof and audits",
      clauses: [
        "We give you the information you need to show that we comply with this agreement and Article 28 of the Regulation.",
        `If that is not enough for a good reason, you or an auditor who is bound to secrecy and is not a competitor of ours may inspect the processing: announced at least ${noticeDays} days before, during usual working hours, without reaching data of other stores, and as a rule not more than once a year. After a breach, or when an authority demands it, these limits do not apply. Each side bears its own costs.`,
      ],
    },
    {
      id: "liability",
      title: "Liability",
      clauses: [
        "Towards data subjects, each of us is liable as Article 82 of the Regulation says. Between us, each bears the part that corresponds to its own responsibility; beyond that the section on liability of the {terms} applies.",
      ],
    },
    {
      id: "changes",
      title: "Changes of this agreement",
      clauses: [
        `We may change this agreement when the law, an authority or the service makes it necessary, as long as the protection does not get weaker. We announce changes at least ${noticeDays} days before, in Sheaf or by e-mail, and may ask you to accept them again.`,
      ],
    },
    {
      id: "law",
      title: "Law and courts",
      clauses: [
        `The law of Greece and the Regulation apply. The courts of ${courts.dataProtection} decide on disputes from this agreement. Any place of jurisdiction that the law prescribes still applies.`,
        "If one part of this agreement is not valid, the others remain.",
      ],
    },
    {
      id: "contact",
      title: "How to contact us",
      clauses: [{ contact: "Send instructions, requests and questions about this agreement to us:" }],
    },
  ],
};
