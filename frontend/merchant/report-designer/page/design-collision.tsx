import type { DesignField } from "#domain/designs/fields.ts";
import { designFieldValueWords, designFieldWords } from "#domain/workspace/designs/design-words.ts";
import { CollisionDialog, type CollisionDialogProps, type CollisionWords } from "../../editing/collision-dialog.tsx";
import type { DesignDraft } from "../session/design-draft.ts";

const words: CollisionWords<DesignDraft> = {
  thing: "report design",
  field: (field) => designFieldWords(field as DesignField),
  value: (field, value) => designFieldValueWords(field as DesignField, value),
};

/** The collision dialog of a design. Its words include the whole catalogue, so it is loaded on demand. */
const DesignCollision = (props: Omit<CollisionDialogProps<DesignDraft>, "words">) => (
  <CollisionDialog {...props} words={words} />
);

export default DesignCollision;
