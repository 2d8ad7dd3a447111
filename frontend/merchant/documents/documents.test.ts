import { describe, expect, it } from "vitest";
import { courts, termsVersion } from "#domain/legal/facts.ts";
import { fileKeptDays } from "#domain/retention/retention.ts";
import { tiers } from "#domain/tiers/tiers.ts";
import { dataProtectionAgreement } from "./data-protection-agreement.ts";
import { documentIds, documentLinks } from "./document-links.ts";
import { listLegalTexts, sectionNumber, splitParts } from "./legal-text.ts";
import { privacyNotice } from "./privacy-notice.ts";
import { termsOfService } from "./terms-of-service.ts";

const documents = [privacyNotice, termsOfService, dataProtectionAgreement];
const whole = (document: (typeof documents)[number]) => listLegalTexts(document).join("\n");

describe("every legal document", () => {
  it("is one of the three on the landing page, with the same title", () => {
    expect(documents.map(({ id }) => id)).toEqual(documentIds);
    for (const { id, title } of documents) expect(title).toBe(documentLinks[id].title);
  });

  it("has unique anchors that are valid in a URL", () => {
    for (const { title, sections } of documents) {
      const ids = sections.map(({ id }) => id);
      expect(new Set(ids).size, title).toBe(ids.length);
      for (const id of ids) expect(id).toMatch(/^[a-z]+(-[a-z]+)*$/);
    }
  });

  it("links only to documents and sections that exist", () => {
    for (const document of documents) {
      for (const part of listLegalTexts(document).flatMap(splitParts)) {
        if (part.kind === "section") expect(sectionNumber(document, part.id), part.id).toBeGreaterThan(0);
        if (part.kind === "document") expect(documentIds).toContain(part.id);
        if (part.kind === "text") expect(part.text).not.toMatch(/[{}]|undefined|NaN/);
      }
    }
  });

  it("gives a contact address", () => {
    for (const { sections } of documents) {
      expect(
        sections.flatMap(({ clauses }) => clauses).some((one) => typeof one === "object" && "contact" in one),
      ).toBe(true);
    }
  });
});

describe("the facts that the documents must state", () => {
  it("the privacy notice was last updated on 25 March 2023", () => {
    expect(privacyNotice.updated).toBe("2023-03-25");
    expect(termsVersion).toBe("2023-03-25");
  });

  it("the courts are Corfu for the terms and Athens for the data protection agreement", () => {
    expect(courts).toEqual({ terms: "Corfu", dataProtection: "Athens" });
    expect(whole(termsOfService)).toContain("The courts of Corfu decide");
    expect(whole(dataProtectionAgreement)).toContain("The courts of Athens decide");
  });

  it("files are kept 2, 4 or 7 days, by how often the report is made", () => {
    expect(fileKeptDays).toEqual({ manual: 7, upToFourHours: 2, upToTwelveHours: 4, dailyAndLonger: 7 });
    for (const document of [privacyNotice, dataProtectionAgreement]) {
      const tables = document.sections.flatMap(({ clauses }) =>
        clauses.flatMap((one) => (typeof one === "object" && "table" in one ? [one.table.rows] : [])),
      );
      expect(tables).toContainEqual([
        ["made by hand, or as a sample of an automated report", "7 days"],
        ["automated, daily, weekly, monthly or another schedule of a day or longer", "7 days"],
        ["automated, every 6, 8 or 12 hours", "4 days"],
        ["automated, every hour, every 2 or every 4 hours", "2 days"],
      ]);
    }
  });

  it("data is deleted within 24 hours on request, settings kept at least 6 months, breaches reported within 48 hours", () => {
    for (const document of [privacyNotice, dataProtectionAgreement]) {
      expect(whole(document)).toContain("within 24 hours");
      expect(whole(document)).toContain("at least 6 months");
      expect(whole(document)).toMatch(/within 48 hours of learning of it/);
    }
  });

  it("the provider keeps the shop name and the shop e-mail", () => {
    expect(whole(privacyNotice)).toContain("The name of your shop");
    expect(whole(privacyNotice)).toContain("The e-mail address of your shop");
  });

  it("subscriptions are billed monthly in advance and are non-refundable, at the prices and quotas of the tiers", () => {
    const text = whole(termsOfService);
    expect(text).toContain("billed monthly, in advance");
    expect(text).toContain("non-refundable");
    for (const [tier, { monthlyPrice }] of Object.entries(tiers)) {
      expect(text).toContain(tier);
      expect(text).toContain(`${monthlyPrice} USD`);
    }
  });
});

it("splits a text into plain text and links", () => {
  expect(splitParts("See {terms} and section {#law}.")).toEqual([
    { kind: "text", text: "See " },
    { kind: "document", id: "terms" },
    { kind: "text", text: " and section " },
    { kind: "section", id: "law" },
    { kind: "text", text: "." },
  ]);
});
