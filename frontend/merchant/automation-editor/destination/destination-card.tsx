import Alert from "@mui/material/Alert";
import type { ReactNode } from "react";
import { DestinationKind } from "#domain/enumerations.ts";
import type { AutomationInfo } from "#domain/wire/automations/automation-info.ts";
import { describeAutomationFieldValue } from "#domain/workspace/automations/automation-text.ts";
import { MailIcon, ServerIcon, ShareIcon, WebhookIcon } from "../../../shared/ui/icons.tsx";
import { type RadioCard, RadioCards } from "../../fields/radio-cards.tsx";
import { Card } from "../card.tsx";
import { chooseKind, getNextDestination, getShownDestination } from "../fields.ts";
import type { Editing } from "../use-automation-editor.ts";
import { EmailFields } from "./email-fields.tsx";
import { FtpFields } from "./ftp-fields.tsx";
import { NotInUse, UseNext } from "./next-destination.tsx";
import { OtherKinds } from "./other-kinds.tsx";
import { PublicFields } from "./public-fields.tsx";
import { TestDestination } from "./test-destination.tsx";
import { WebhookFields } from "./webhook-fields.tsx";

const cards: readonly RadioCard<DestinationKind>[] = [
  { value: DestinationKind.Email, name: "Email", note: "As an attachment or a link", icon: <MailIcon /> },
  { value: DestinationKind.Ftp, name: "FTP", note: "A file on a server", icon: <ServerIcon /> },
  { value: DestinationKind.Webhook, name: "Webhook", note: "A call to your own system", icon: <WebhookIcon /> },
  { value: DestinationKind.PublicUrl, name: "Public link", note: "Always the newest report", icon: <ShareIcon /> },
];

type DestinationCardProps = Editing & { id: string; info: AutomationInfo | undefined };

/** The destination of reports (S-2.3.9). */
export const DestinationCard = ({ id, info, ...editing }: DestinationCardProps) => {
  const { session, state } = editing;
  const { kind, saved } = getShownDestination(state.draft);
  const isNext = getNextDestination(state.draft) !== null;
  const before = state.base.ReportDestination.kind;
  const fields: Readonly<Record<DestinationKind, () => ReactNode>> = {
    [DestinationKind.Email]: () => <EmailFields {...editing} />,
    [DestinationKind.Ftp]: () => (
      <>
        <FtpFields {...editing} id={id} canForgetKey={saved !== null && info?.CanForgetHostKey === true} />
        <TestDestination key="ftp" {...editing} kind="ftp" id={id} />
      </>
    ),
    [DestinationKind.Webhook]: () => (
      <>
        <WebhookFields {...editing} id={id} isSaved={saved !== null} />
        <TestDestination key="webhook" {...editing} kind="webhook" id={id} />
      </>
    ),
    [DestinationKind.PublicUrl]: () => (
      <PublicFields
        {...editing}
        isNext={isNext}
        url={saved === null ? null : ((isNext ? null : info?.PublicUrl) ?? saved.PublicUrl?.Url ?? null)}
        isPossible={
          saved === null || ((isNext ? null : info?.PublicUrlIsPossible) ?? saved.PublicUrl?.IsPossible ?? true)
        }
      />
    ),
  };
  return (
    <Card title="Destination">
      <RadioCards<DestinationKind>
        label="Destination"
        cards={cards}
        chosen={kind}
        onChoose={(chosen) => session.change(chooseKind(chosen, state.base, state.draft), "at-once")}
        sx={{ "@container (min-width: 700px)": { gridTemplateColumns: "repeat(4, 1fr)" } }}
      />
      {isNext && <NotInUse state={state} />}
      {state.problems.ReportDestination !== undefined && (
        <Alert severity="info" role="status">
          Fill in the fields below to send reports here. Until then, they go where they went before:{" "}
          {describeAutomationFieldValue("ReportDestination", before)}.
        </Alert>
      )}
      {fields[kind]()}
      {isNext && <UseNext {...editing} />}
      <OtherKinds state={state} />
    </Card>
  );
};
