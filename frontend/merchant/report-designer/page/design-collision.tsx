import type { DesignField } from "#domain/designs/fields.ts";
import { describeDesignFieldValue, getDesignFieldLabel } from "#domain/workspace/designs/design-text.ts";
import { CollisionDialog, type CollisionDialogProps, type CollisionTexts } from "../../editing/collision-dialog.tsx";
import type { DesignDraft } from "../session/design-draft.ts";

const words: CollisionTexts<DesignDraft> = {
  thing: "report design",
  field: (field) => getDesignFieldLabel(field as DesignField),
  value: (field, value) => describeDesignFieldValue(field as DesignField, value),
};

/** The collision dialog of a design. Loaded on demand, as its words include the whole catalogue. */
const DesignCollision = (props: Omit<CollisionDialogProps<DesignDraft>, "words">) => (
  <CollisionDialog {...props} words={words} />
);

export default DesignCollision;
