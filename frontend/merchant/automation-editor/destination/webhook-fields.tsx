import { WebhookMethod } from "#domain/enumerations.ts";
import { ChoiceField } from "../../fields/choice-field.tsx";
import { TextPart } from "../text-part.tsx";
import type { Editing } from "../use-automation-editor.ts";
import { WebhookSecret } from "./webhook-secret.tsx";

const methodField = "ReportDestination.Webhook.Method";

const methods = [
  { value: WebhookMethod.Get, name: "GET" },
  { value: WebhookMethod.Post, name: "POST" },
];

/** The address called with each report. `isSaved`: it is in use, so there is a secret. */
export const WebhookFields = ({ id, isSaved, ...editing }: Editing & { id: string; isSaved: boolean }) => {
  const { session, state } = editing;
  const method = Number(state.draft[methodField] ?? WebhookMethod.Get) as WebhookMethod;
  return (
    <>
      <ChoiceField<WebhookMethod>
        label="Webhook method"
        note="With both methods, the query parameter fileurl holds the file's address."
        problem={state.problems[methodField]}
        choices={methods}
        value={method}
        onChoose={(chosen) => session.change({ [methodField]: chosen }, "at-once")}
      />
      <TextPart
        {...editing}
        field="ReportDestination.Webhook.Url"
        hint="We call it when a report is ready. It has two seconds to answer."
        more={{ required: true, placeholder: "https://example.com/reports" }}
        input={{ inputMode: "url" }}
      />
      {isSaved && <WebhookSecret id={id} />}
    </>
  );
};
