import { z } from "zod";
import { loadSample } from "#application/deliveries/sample-report.ts";
import { notFound } from "#application/http/api-error.ts";
import { route } from "#application/http/route.ts";
import { sampleMailId } from "#application/jobs/deliver-sample-job.ts";
import { readMailStatus } from "#application/mails/mail-records.ts";
import { refuse } from "#domain/core/decider.ts";
import { composeMail } from "#domain/destinations/compose-mail.ts";
import { SampleData, type SampleOnWire } from "#domain/wire/automations/sample.ts";
import { DeliveryFailed } from "#infra/ports/destination.ts";
import { fitsMail } from "#infra/ports/mail.ts";
import type { QueryApiDeps } from "../deps.ts";

const readOutcome = async (deps: QueryApiDeps, exportId: string): Promise<SampleOnWire["Outcome"]> => {
  const outcome = (await readMailStatus(deps, sampleMailId(exportId)))?.outcome;
  if (outcome === undefined) return null;
  return outcome === "sent" || outcome === "waiting" || outcome === "may have arrived" ? outcome : "failed";
};

/** The mail of a sample before it is sent, and how it fares. */
export const sampleRoute = (deps: QueryApiDeps) =>
  route({
    method: "GET",
    path: "automations/get-sample/{id}",
    summary: "The mail of a finished sample, as automations/send-sample sends it",
    description: "Takes the id of the export that automations/make-sample answered.",
    refuses: ["rule", "unknown"],
    access: "shop",
    params: z.strictObject({ id: z.string().min(1).max(100) }),
    data: SampleData,
    handler: async ({ params: { id: exportId } }, { caller: { tenant } }) => {
      const needs = { ...deps, fileStore: deps.files, appUrl: deps.config.APP_URL };
      const sample = await loadSample(needs, { tenant, exportId }).catch((error: unknown) => {
        if (error instanceof DeliveryFailed) return refuse("rule", error.message);
        throw error;
      });
      if (!sample) throw notFound("This sample can't be found. Make a new one.");
      if (!("delivery" in sample)) return sample;
      const { delivery, automation, orders, rows } = sample;
      const { file, destination, title, period, zone, test, notes } = delivery;
      const as = destination.asLink
        ? "link"
        : fitsMail(file.bytes, deps.config.MAIL_ATTACHMENT_MAX_MB)
          ? "file"
          : "too-large";
      const { subject, text } = composeMail(
        destination,
        { title, fileName: file.name, period, zone, test, notes },
        { as, link: file.link },
      );
      return {
        To: destination.recipients.join("; "),
        Subject: subject,
        Text: text,
        FileName: file.name,
        Bytes: file.bytes,
        Attached: as === "file",
        Orders: orders,
        NotSentEmpty: rows === 0 && !automation.exportEmptyReports,
        Outcome: await readOutcome(deps, exportId),
      };
    },
  });
