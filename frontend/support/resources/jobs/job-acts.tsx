import { useRecordContext, useRedirect } from "react-admin";
import { canBeDropped } from "#domain/console/dead-jobs.ts";
import type { Act } from "../../acts/act.ts";
import { Acts } from "../../acts/acts.tsx";
import { actOnJob } from "../../calls.ts";

/** Actions on a dead job, for agents and admins. */
export const JobActs = () => {
  const record = useRecordContext<{ id: string; kind: string }>();
  const redirect = useRedirect();
  if (record === undefined) return null;
  const { id, kind } = record;
  const after = () => redirect("list", "dead-jobs");
  const tryAgain: Act = {
    name: "Try again",
    title: `Try the job “${kind}” again?`,
    needs: "agent",
    text: `The attempts of the job ${id} are counted from zero again.`,
    undo: canBeDropped(kind) ? "You can drop it when it is given up again." : "You can't undo this.",
    successMessage: "The job is being tried again.",
    send: ({ reason }) => actOnJob(id, "try-again", reason),
    onSuccess: after,
  };
  const drop: Act = {
    name: "Drop job",
    title: `Drop the job “${kind}”?`,
    needs: "agent",
    text: `The job ${id} will never be done.`,
    undo: "You can't undo this.",
    successMessage: "The job was dropped.",
    danger: true,
    send: ({ reason }) => actOnJob(id, "drop", reason),
    onSuccess: after,
  };
  return <Acts acts={canBeDropped(kind) ? [tryAgain, drop] : [tryAgain]} />;
};
