import type { ListedAutomation } from "#domain/wire/automations/automations.ts";
import type { ItemTexts } from "../texts.ts";
import { useAutomationList } from "./use-automation-list.ts";

/** Reports that use an object; empty for other kinds or while unknown. */
export const useAutomationsUsing = (
  { usedBy }: ItemTexts,
  id: string | undefined,
  enabled: boolean,
): ListedAutomation[] => {
  const { data } = useAutomationList({ enabled: enabled && usedBy !== undefined });
  return usedBy === undefined ? [] : (data ?? []).filter((automation) => usedBy(automation) === id);
};
