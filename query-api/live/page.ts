import { readLivePage } from "#application/live/live-pages.ts";
import type { PageOwner } from "#application/pages/page-state.ts";
import type { LivePage } from "#domain/wire/live.ts";
import { workspaceDecider } from "#domain/workspace/decider.ts";
import type { QueryApiDeps } from "../deps.ts";

/**
 * Live page of a design; without an id, of the last viewed.
 * @throws {ApiError} 404: there is no such design
 */
export const loadLivePage = async (
  { state, runner }: Pick<QueryApiDeps, "state" | "runner">,
  owner: PageOwner,
  reportId: string | undefined,
): Promise<LivePage> => {
  const { state: workspace } = await runner.load(workspaceDecider, owner.tenant);
  const designs = workspace.reports.map((design) => design.reportId);
  return readLivePage(state, { owner, designs }, reportId);
};
