import type { Configuration } from "#domain/wire/account/configuration.ts";
import { isSkipped } from "../../shared/api/api-error.ts";
import type { ApiResponse } from "../../shared/api/http.ts";
import { BarSaving } from "../bottom-bar/bar-saving.tsx";
import { CollisionDialog } from "../editing/collision-dialog.tsx";
import { LeaveGuard } from "../editing/leave-guard.tsx";
import { NotSavedAlert } from "../editing/not-saved-alert.tsx";
import { AutomatedReports } from "./automated-reports.tsx";
import { CustomerData } from "./customer-data/customer-data.tsx";
import { ReportDisplay } from "./report-display.tsx";
import { ReportFiles } from "./report-files.tsx";
import { Sections } from "./section.tsx";
import { SupportAccess } from "./support-access/support-access.tsx";
import { SupportActs } from "./support-acts/support-acts.tsx";
import { collisionTexts } from "./texts.ts";
import { useAnnouncedChange } from "./use-announced-change.ts";
import { useConfigurationEditor } from "./use-configuration-editor.ts";
import { UserPreferences } from "./user-preferences.tsx";

/** The merchant's settings for all reports (S-2.3.11). Every change is saved at once. */
export const ConfigurationEditor = ({
  read,
  readAgain,
}: {
  read: ApiResponse<Configuration>;
  readAgain: () => void;
}) => {
  const { session, state } = useConfigurationEditor(read, readAgain);
  const { draft, problems, failure } = state;
  const isHeldBack = Object.keys(problems).length > 0 && state.saving === "none";
  const content = { draft, problems, ...useAnnouncedChange(session) };
  return (
    <>
      <LeaveGuard session={session} onDiscard={session.close} />
      <BarSaving saving={isHeldBack ? "held-back" : state.saving} />
      {failure !== null && !isSkipped(failure) && (
        <NotSavedAlert failure={failure} sx={{ mb: 2.5 }} onRetry={session.retry} />
      )}
      <Sections
        contents={{
          User: <UserPreferences {...content} />,
          Automation: <AutomatedReports {...content} />,
          ReportDisplay: <ReportDisplay {...content} />,
          ReportFiles: <ReportFiles {...content} />,
          CustomerData: <CustomerData adminUrl={read.data.AdminUrl} />,
          SupportActs: <SupportActs />,
          SupportAccess: <SupportAccess />,
        }}
      />
      {state.collision && (
        <CollisionDialog collision={state.collision} words={collisionTexts} onDecide={session.resolveCollision} />
      )}
    </>
  );
};
