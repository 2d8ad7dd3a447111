/** Prefix of all cached responses about report designs; by itself the key of their list. */
export const designsKey = ["designs"];
/** One design with all columns and its ETag. */
export const designKey = (id: string) => ["design", id];
/** Prefix of all cached previews of saved designs. */
export const designPreviewsKey = ["design-preview"];
/** A design's preview, by its `saved` state. */
export const designPreviewKey = (id: string, saved: unknown) => [...designPreviewsKey, id, saved];
/** Prefix of all cached previews beside the form of Generate report, which depend on designs. */
export const generatePreviewKey = [...designsKey, "generate-preview"];
/** The starters with their first rows. */
export const starterDesignsKey = ["starter-designs"];
/** Keys of everything that holds first rows of reports. */
export const previewKeys = [designPreviewsKey, generatePreviewKey, starterDesignsKey];
