import Box from "@mui/material/Box";
import Link from "@mui/material/Link";
import { Suspense, useState } from "react";
import { createLazyPart } from "../../loading/create-lazy-part.tsx";
import type { MissingOrderFieldProps } from "./missing-order-field.tsx";

const MissingOrderField = createLazyPart<MissingOrderFieldProps>(() => import("./missing-order-field.tsx"));

/** Opens a field that says why an order is missing. The first page has only the link. */
export const MissingOrder = (props: MissingOrderFieldProps) => {
  const [isOpen, setOpen] = useState(false);
  return (
    <Box>
      <Link component="button" type="button" variant="body2" aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
        Is an order missing?
      </Link>
      {isOpen && (
        <Suspense fallback={null}>
          <MissingOrderField {...props} />
        </Suspense>
      )}
    </Box>
  );
};
