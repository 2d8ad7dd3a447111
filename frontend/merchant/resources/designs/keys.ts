/** Every cached answer about report designs begins so; by itself it is the list of them. */
export const designsKey = ["designs"];
/** One design with all columns and its ETag. */
export const designKey = (id: string) => ["design", id];
/** The first rows of the reports of all designs. */
export const allPreviewsKey = ["design-preview"];
/** The first rows of the report of a design, as it was when it was `saved`. */
export const designPreviewKey = (id: string, saved: unknown) => [...allPreviewsKey, id, saved];
/** The first rows of what the Generate report page would generate, whatever is chosen there. */
export const generatePreviewsKey = [...designsKey, "generate-preview"];
