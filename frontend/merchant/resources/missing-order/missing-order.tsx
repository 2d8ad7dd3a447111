import Link from "@mui/material/Link";
import { Suspense, useState } from "react";
import { createLazyPart } from "../../loading/create-lazy-part.tsx";
import type { MissingOrderFieldProps } from "./missing-order-field.tsx";

const Field = createLazyPart<MissingOrderFieldProps>(() => import("./missing-order-field.tsx"));

/** Opens the field by a link. A page loads the link alone. */
export const MissingOrder = (props: MissingOrderFieldProps) => {
  const [isOpen, setOpen] = useState(false);
  return (
    <div>
      <Link component="button" type="button" variant="body2" aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
        Is an order missing?
      </Link>
      {isOpen && (
        <Suspense fallback={null}>
          <Field {...props} />
        </Suspense>
      )}
    </div>
  );
};
