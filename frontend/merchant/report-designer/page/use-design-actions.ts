import { reportDesignerPath } from "../../../shared/navigation/paths.ts";
import { useItemActions } from "../../editing/use-item-actions.ts";
import { designHistory } from "../../resources/designs/history.ts";
import { designKey } from "../../resources/designs/keys.ts";
import { designTexts } from "../../resources/designs/texts.ts";
import { useDesignList } from "../../resources/designs/use-design-list.ts";
import { useServices } from "../../services.tsx";
import { useRestrictions } from "../../use-restrictions.ts";
import type { DesignSession } from "../session/design-session.ts";

export const useDesignActions = ({ id, title }: { id: string; title: string }, session: DesignSession) => {
  const { api } = useServices();
  const list = useDesignList();
  const limits = useRestrictions();
  const isFull = list.data !== undefined && limits.data !== undefined && list.data.length >= limits.data.MaxReports;
  const actions = useItemActions({
    session,
    words: designTexts,
    kind: designHistory,
    id,
    title,
    ownKey: designKey(id),
    clone: () => api.cloneDesign(id),
    remove: () => api.deleteDesign(id),
    toPath: reportDesignerPath,
  });
  return { isFull, ...actions };
};
