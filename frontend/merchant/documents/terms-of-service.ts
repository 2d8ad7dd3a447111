import { courts, noticeDays, settingsKeptMonths, termsVersion } from "#domain/legal/facts.ts";
import { fileKeptDays, longestFileKeptDays } from "#domain/retention/retention.ts";
import { chargeCurrency, tiers, trialDays } from "#domain/tiers/tiers.ts";
import type { LegalDocument } from "./legal-document.ts";

const shortestFileKeptDays = Math.min(...Object.values(fileKeptDays));

const tierRows = Object.entries(tiers).map(([name, { quotas, monthlyPrice }]) => [
  name,
  `${monthlyPrice} ${chargeCurrency}`,
  String(quotas.reports),
  String(quotas.filters),
  String(quotas.automations),
]);

export const termsOfService: LegalDocument = {
  id: "terms",
  title: "Terms of Service",
  updated: termsVersion,
  lead: "These terms are the contract between you and the provider of Sheaf. They say what Sheaf does for you, what it costs, what we ask of you, and what happens when something goes wrong.",
  sections: [
    {
      id: "parties",
      title: "Who this contract is between",
      clauses: [
        "'We' and 'us' are the provider of Sheaf. 'You' are the business that runs the store on which Sheaf is installed.",
        "The contract is made when you accept these terms, the {privacy} and the {dataProtection} in Sheaf. Whoever accepts them confirms that they own the store, or that they are its legal representative with the authority to sign legal documents for it.",
        "Sheaf is meant for businesses. It is not meant for consumers.",
        "If you decline the documents, you cannot use Sheaf. In that case, please uninstall it, so that you are not charged again.",
      ],
    },
    {
      id: "service",
      title: "What Sheaf does",
      clauses: [
        "Sheaf reads the orders of your store through the store platform and turns them into reports as Excel, CSV, XML or HTML files, by the designs and filters that you set up, when you ask for it or on a schedule.",
        "Sheaf only reads your orders. It does not change orders, products or customers in your store.",
        "We continue to develop Sheaf. Features may be added, changed or removed. If we remove something that matters and do not replace it with something comparable, we announce it as {#changes} says.",
      ],
    },
    {
      id: "account",
      title: "Your access",
      clauses: [
        "You log in through the store platform. Anyone who can log in to your store there with the necessary permissions can also use Sheaf for it, and what they do counts as done by you.",
        "Please protect the access to your store and the links to report files: anyone with a link can open the file for as long as it is kept. Tell us at once if you believe that someone is using Sheaf without your permission.",
      ],
    },
    {
      id: "tiers",
      title: "Tiers and prices",
      clauses: [
        {
          text: "Your tier follows from the plan of your store on the store platform. At present the tiers are:",
          table: {
            head: ["Tier", "Price a month", "Report designs", "Filters", "Automated reports"],
            rows: tierRows,
          },
        },
        "The figures for designs, filters and automated reports are how many of each you can have at a time. Taxes are added where the law requires it.",
        "When your plan on the store platform changes, your tier and its price change with it. You are asked to approve a new charge before you pay more.",
        `We may change prices. We announce that at least ${noticeDays} days before; the new price holds from the first billing period after that. If you do not agree, uninstall Sheaf before it begins.`,
      ],
    },
    {
      id: "payment",
      title: "Billing and payment",
      clauses: [
        "Subscriptions are billed monthly, in advance, through the store platform, whose own terms of payment apply as well. A billing month has 30 days.",
        `A new subscription begins with a trial of ${trialDays} days without charge. If you uninstall before it ends, you pay nothing.`,
        "Payments are non-refundable. A month that has begun is charged in full, even if you uninstall, use Sheaf less or not at all, or move to a smaller tier during that month. Rights that the law gives you and that cannot be waived remain.",
        "As long as a charge is not approved or not paid, Sheaf may refuse to work for you. Your settings are kept in the meantime.",
      ],
    },
    {
      id: "your-duties",
      title: "What we ask of you",
      clauses: [
        {
          text: "You agree",
          list: [
            "to use Sheaf only for stores that you are allowed to act for, and only within the law and the terms of the store platform;",
            "to have the right to use the data that you have Sheaf process, and to inform your customers as the law requires;",
            "to send reports only to recipients who are allowed to see them;",
            "not to try to get around quotas or protection, to disturb the service, or to reach data of other stores;",
            "not to resell Sheaf or take it apart, except where the law expressly allows it.",
          ],
        },
        "You may use reports for bookkeeping, stock or shipping. Please check any figures that something important depends on; you remain responsible for what you declare to authorities, partners and customers.",
      ],
    },
    {
      id: "your-data",
      title: "Your data",
      clauses: [
        "Your orders, your settings and your reports are yours. You allow us to handle them as far as needed to provide Sheaf to you, and for nothing else.",
        "The {privacy} says what we keep. The {dataProtection} is part of this contract and governs how we handle your customers' data on your behalf.",
        `Sheaf is not an archive. Report files are removed automatically, some after ${shortestFileKeptDays} days and all after ${longestFileKeptDays} days at the latest, except the newest file behind a public link and files that our support keeps longer for you. If you need a file for longer, please download it in time.`,
      ],
    },
    {
      id: "our-rights",
      title: "What belongs to us",
      clauses: [
        "Sheaf itself, its software, its texts and its design, belong to us or our licensors. You receive the right to use Sheaf for your store for as long as this contract lasts; it is not exclusive and cannot be passed on.",
        "If you send us ideas for Sheaf, we may use them without owing you anything for it.",
      ],
    },
    {
      id: "availability",
      title: "Availability and changes of the service",
      clauses: [
        "We make every reasonable effort to keep Sheaf available and working correctly, and we repair faults as soon as we reasonably can. We do not promise a certain availability, speed or time of delivery.",
        "Sheaf depends on the store platform, on the internet and on receivers such as mail and FTP servers. We are not responsible for their failures. Sheaf tries again where that makes sense, and tells you when a report could not be made or delivered.",
        "We may interrupt the service for maintenance or to avert a danger. If we can foresee it and it will last longer than a few minutes, we tell you beforehand.",
      ],
    },
    {
      id: "liability",
      title: "Liability",
      clauses: [
        "We are liable without limit for intent and gross negligence, for harm to life, body or health, and wherever the law does not allow a limit.",
        "In all other cases Sheaf is provided as it is. We are liable only for damage that is typical for a contract of this kind and could be foreseen, and for all cases of one year together at most up to what you paid for Sheaf in the twelve months before the damage.",
        "Except in the cases of the first paragraph of this section, we are not liable for lost profit, lost turnover, loss of data that you could have downloaded in time, or decisions based on a report.",
        "If someone makes a claim against us because you used Sheaf in breach of the law or these terms, you bear the reasonable costs.",
      ],
    },
    {
      id: "end",
      title: "How this contract ends",
      clauses: [
        "The contract has no fixed term. You can end it at any time by uninstalling Sheaf at the store platform; there are no further charges then.",
        `We can end it with a notice of ${noticeDays} days. We can block your access or end the contract at once for a serious reason, in particular if you seriously or repeatedly break these terms, if charges remain unpaid, or if the store platform demands it. Where possible, we warn you first.`,
        "When we end the contract with notice, we choose the day so that no month you have paid for is cut short.",
        `After the end, schedules stop and the access to your store is deleted. Your settings are kept at least ${settingsKeptMonths} months, unless you ask us to delete them earlier. The {privacy} says what is erased when.`,
      ],
    },
    {
      id: "changes",
      title: "Changes of these terms",
      clauses: [
        `We may change these terms for good reasons, for example when the law, the store platform or Sheaf changes. We announce changes that matter to you at least ${noticeDays} days before, in Sheaf or by e-mail, and may ask you to accept them again.`,
        "If you do not agree, you can end the contract before the change takes effect. If you continue to use Sheaf after that, the new terms apply.",
      ],
    },
    {
      id: "law",
      title: "Law and courts",
      clauses: [
        `The law of Greece applies, without its rules on conflicts of laws and without the United Nations convention on the international sale of goods. The courts of ${courts.terms} decide on disputes from this contract. Any place of jurisdiction that the law prescribes still applies.`,
        "Before going to court, please write to us. Most things can be settled that way.",
        "If one part of these terms is not valid, the others remain. If we do not insist on a right at once, we do not give it up. You may transfer this contract to someone else only with our consent. We may transfer it together with Sheaf, and will tell you beforehand.",
      ],
    },
    {
      id: "contact",
      title: "How to contact us",
      clauses: [
        { contact: "Send notices under this contract to us:" },
        "Notices from us reach you in Sheaf itself or at the e-mail address of your shop. Please keep that address up to date on the store platform.",
      ],
    },
  ],
};
