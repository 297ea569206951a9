# Views as people hold them: a named list of matrices, sparse matrices or data frames of samples in rows.
as_views <- function(views, samples) {
  if (is.matrix(views) || is.data.frame(views) || inherits(views, "sparseMatrix")) views <- list(X = views)
  if (!is.list(views) || length(views) == 0) stop("views: give a matrix, or a list of matrices or data frames", call. = FALSE)
  if (is.null(names(views))) names(views) <- paste0("X", seq_along(views))
  mapply(as_view, views, names(views), samples, SIMPLIFY = FALSE)
}

as_view <- function(view, name, samples) {
  if (is.data.frame(view)) {
    texts <- names(view)[!vapply(view, function(column) is.numeric(column) || is.logical(column), TRUE)]
    if (length(texts)) stop(name, ": column ", texts[1], " holds no numbers, leave it out", call. = FALSE)
    automatic <- .row_names_info(view) < 0
    view <- as.matrix(view)
    if (automatic) rownames(view) <- NULL
  }
  if (inherits(view, "sparseMatrix")) {
    if (!requireNamespace("Matrix", quietly = TRUE)) stop(name, ": is sparse, install the package Matrix", call. = FALSE)
    if (samples == "columns") view <- Matrix::t(view)
    return(view)
  }
  if (!is.matrix(view) || !(is.numeric(view) || is.logical(view))) stop(name, ": give a matrix of numbers", call. = FALSE)
  storage.mode(view) <- "double"
  if (samples == "columns") t(view) else view
}

# A folder with the views and a views.json; who asks for it removes it.
hand_over <- function(views) {
  folder <- tempfile("manyview-")
  dir.create(folder)
  specs <- lapply(seq_along(views), function(place) {
    view <- views[[place]]
    sparse <- inherits(view, "sparseMatrix")
    file <- paste0("view-", place, if (sparse) ".mtx" else ".npy")
    if (sparse) Matrix::writeMM(view, file.path(folder, file)) else write_npy(view, file.path(folder, file))
    spec <- list(file = file, samples = "rows")
    if (!sparse) spec$variable <- paste0("view-", place)
    if (!is.null(rownames(view))) spec$ids <- I(rownames(view))
    if (!is.null(colnames(view))) spec$features <- I(colnames(view))
    spec
  })
  names(specs) <- names(views)
  text <- jsonlite::toJSON(list(views = specs), auto_unbox = TRUE)
  writeLines(enc2utf8(text), file.path(folder, "views.json"), useBytes = TRUE)
  folder
}

write_npy <- function(values, path) {
  header <- sprintf("{'descr': '<f8', 'fortran_order': True, 'shape': (%d, %d), }", nrow(values), ncol(values))
  header <- paste0(header, strrep(" ", (64 - (nchar(header) + 11) %% 64) %% 64), "\n")
  file <- file(path, "wb")
  on.exit(close(file))
  writeBin(as.raw(c(0x93, utf8ToInt("NUMPY"), 1, 0)), file)
  writeBin(nchar(header), file, size = 2, endian = "little")
  writeBin(charToRaw(header), file)
  writeBin(as.vector(values), file, endian = "little")
}

# Reads a matrix of doubles that the command wrote, row after row.
read_npy <- function(path) {
  file <- file(path, "rb")
  on.exit(close(file))
  readBin(file, "raw", 8)
  header <- rawToChar(readBin(file, "raw", readBin(file, "integer", size = 2, signed = FALSE, endian = "little")))
  shape <- as.integer(strsplit(sub(".*\\(([0-9, ]+)\\).*", "\\1", header), ",")[[1]])
  matrix(readBin(file, "double", prod(shape), endian = "little"), shape[1], shape[2], byrow = TRUE)
}

unpack <- function(packed) {
  bytes <- jsonlite::base64_dec(packed$base64)
  size <- switch(packed$type, uint8 = 1, uint16 = 2, uint32 = 4, float32 = 4)
  what <- if (packed$type == "float32") "double" else "integer"
  readBin(bytes, what, length(bytes) / size, size = size, signed = size == 4, endian = "little")
}
