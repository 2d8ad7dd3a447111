import { type ReactNode, Suspense, useState } from "react";
import { useNavigate } from "react-router-dom";
import type { ReportDesignItem } from "#domain/wire/reports/reports.ts";
import { reportDesignerPath } from "../../shared/navigation/paths.ts";
import { useCreateDesign } from "../resources/designs/use-create-design.ts";
import { LazyNewDesignDialog } from "./lazy-new-design-dialog.ts";

/**
 * Creates a design from anywhere: `open` shows the starters; the chosen one becomes a design, which is passed on and
 * opened in the designer. `dialog` may be anywhere on the page.
 */
export const useNewDesign = (
  onCreated: (design: ReportDesignItem) => void,
): { open: () => void; dialog: ReactNode } => {
  const navigate = useNavigate();
  const [isOpen, setOpen] = useState(false);
  const create = useCreateDesign((design) => {
    setOpen(false);
    onCreated(design);
    void navigate(reportDesignerPath(design.id));
  });
  const dialog = isOpen && (
    <Suspense fallback={null}>
      <LazyNewDesignDialog
        creating={create.isPending ? create.variables : null}
        // Closes first, as an open dialog would hide the error's toast.
        onChoose={(starter) => create.mutate(starter, { onError: () => setOpen(false) })}
        onClose={() => !create.isPending && setOpen(false)}
      />
    </Suspense>
  );
  return { open: () => setOpen(true), dialog };
};
