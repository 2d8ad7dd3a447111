import Link from "@mui/material/Link";
import { Suspense, useState } from "react";
import type { UserOrderFilters } from "#domain/wire/reports/reporting.ts";
import { createLazyPart } from "../loading/create-lazy-part.tsx";

const EmptyReportDialog = createLazyPart(
  () => import("./empty-report-dialog.tsx"),
  ({ onClose }) => onClose(),
);

type WhyEmptyLinkProps = { filters: UserOrderFilters | null; requestedAt?: string; selects?: boolean };

/** 'Why the report is empty?' and its modal. */
export const WhyEmptyLink = (props: WhyEmptyLinkProps) => {
  const [open, setOpen] = useState(false);
  return (
    <>
      <Link component="button" type="button" variant="body2" onClick={() => setOpen(true)} aria-haspopup="dialog">
        Why the report is empty?
      </Link>
      {open && (
        <Suspense fallback={null}>
          <EmptyReportDialog {...props} onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </>
  );
};
