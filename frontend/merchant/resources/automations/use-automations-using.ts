import type { ListedAutomation } from "#domain/wire/automations/automations.ts";
import type { ItemTexts } from "../texts.ts";
import { useAutomationList } from "./use-automation-list.ts";

/** Empty for other kinds or an unknown list. */
export const useAutomationsUsing = (
  { usedBy }: ItemTexts,
  id: string | undefined,
  enabled: boolean,
): ListedAutomation[] => {
  const { data } = useAutomationList({ enabled: enabled && usedBy !== undefined });
  return usedBy === undefined ? [] : (data ?? []).filter((automation) => usedBy(automation) === id);
};
