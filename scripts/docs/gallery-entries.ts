/** An entry of the gallery: its heading, the commands to run, and the picture that they make. */
export interface GalleryEntry {
  title: string
  data: string
  commands: string
  picture: string
  whatToSee: string
}

/** The entries of docs/gallery.md, in their order; what an entry lacks is empty. */
export function galleryEntries(page: string): GalleryEntry[] {
  return page
    .split(/^## /m)
    .slice(1)
    .map((section) => ({
      title: section.split('\n', 1)[0],
      data: /^\*\*Data\.\*\* (.+)$/m.exec(section)?.[1] ?? '',
      commands: /```sh\n(.*?)```/s.exec(section)?.[1] ?? '',
      picture: /!\[[^\]]+\]\(([^)]+)\)/.exec(section)?.[1] ?? '',
      whatToSee: /^\*\*What to see\.\*\* (.+)$/m.exec(section)?.[1] ?? '',
    }))
}
