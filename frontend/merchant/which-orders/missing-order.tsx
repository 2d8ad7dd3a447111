import Link from "@mui/material/Link";
import { Suspense, useState } from "react";
import type { UserOrderFilters } from "#domain/wire/reports/reporting.ts";
import { createLazyPart } from "../loading/create-lazy-part.tsx";

const Field = createLazyPart(() => import("../resources/missing-order/missing-order-field.tsx"));

/** Opens the field by a link. The first visit loads the link alone. */
export const MissingOrder = ({ filters, conditions }: { filters: UserOrderFilters; conditions: string }) => {
  const [isOpen, setOpen] = useState(false);
  return (
    <div>
      <Link component="button" type="button" variant="body2" aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
        Is an order missing?
      </Link>
      {isOpen && (
        <Suspense fallback={null}>
          <Field of={{ UserOrderFilters: filters, At: null }} conditions={conditions} />
        </Suspense>
      )}
    </div>
  );
};
