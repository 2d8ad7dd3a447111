/** Every cached answer about report designs begins so; by itself it is the list of them. */
export const designsKey = ["designs"];
/** One design with all columns and its ETag. */
export const designKey = (id: string) => ["design", id];
/** Every cached answer of first rows of a saved design begins so. */
export const designPreviewsKey = ["design-preview"];
/** The first rows of the report of a design, as it was when it was `saved`. */
export const designPreviewKey = (id: string, saved: unknown) => [...designPreviewsKey, id, saved];
/** Every cached answer of first rows beside the form of Generate report begins so. It is about designs too. */
export const generatePreviewKey = [...designsKey, "generate-preview"];
/** The starters with their first rows. */
export const starterDesignsKey = ["starter-designs"];
/** All that hold first rows of reports. */
export const previewKeys = [designPreviewsKey, generatePreviewKey, starterDesignsKey];
