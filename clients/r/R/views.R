# Views as people hold them: a named list of matrices, sparse matrices or data frames of samples in rows, all with ids or none.
as_views <- function(views, samples) {
  views <- list_of_views(views, samples)
  if (!is.list(views) || length(views) == 0) stop("views: give a matrix, or a list of matrices or data frames", call. = FALSE)
  if (is.null(names(views))) names(views) <- paste0("X", seq_along(views))
  with_ids(Map(as_view, views, names(views), samples))
}

list_of_views <- function(views, samples) {
  if (inherits(views, c("MultiAssayExperiment", "SummarizedExperiment"))) return(views_of_experiment(views))
  if (is.matrix(views) || is.data.frame(views) || inherits(views, c("Matrix", "DataFrame"))) return(list(X = views))
  views
}

as_view <- function(view, name, samples) {
  if (inherits(view, "held_in_rows")) return(as_view(view$values, name, "rows"))
  if (inherits(view, "SummarizedExperiment")) return(as_view(samples_in_rows(view, name), name, "rows"))
  if (inherits(view, "DataFrame")) view <- as.data.frame(view, optional = TRUE)
  if (is.data.frame(view)) {
    texts <- names(view)[text_columns(view)]
    if (length(texts))
      stop(name, ": column ", texts[1], " holds no numbers, encode it, leave it out, or give it as metadata", call. = FALSE)
    automatic <- .row_names_info(view) < 0
    view <- as.matrix(view)
    if (automatic) rownames(view) <- NULL
  } else if (is.list(view)) view <- rows_of(view, name)
  if (inherits(view, "Matrix")) {
    if (!requireNamespace("Matrix", quietly = TRUE)) stop(name, ": is sparse, install the package Matrix", call. = FALSE)
    return(if (samples == "columns") Matrix::t(view) else view)
  }
  if (!is.matrix(view) || !(is.numeric(view) || is.logical(view))) stop(name, ": give a matrix of numbers", call. = FALSE)
  storage.mode(view) <- "double"
  if (samples == "columns") t(view) else view
}

text_columns <- function(table) !vapply(table, function(column) is.numeric(column) || is.logical(column), TRUE)

# A list with one vector per sample as a matrix; NULL and NA stand for a sample that lacks the view.
rows_of <- function(rows, name) {
  gaps <- vapply(rows, function(row) is.null(row) || (length(row) == 1 && is.na(row)), TRUE)
  widths <- unique(lengths(rows[!gaps]))
  if (length(widths) != 1 || !all(vapply(rows[!gaps], is.numeric, TRUE)))
    stop(name, ": give a matrix of numbers, or a list with one vector of numbers per sample, all of one length", call. = FALSE)
  rows[gaps] <- list(rep(NA_real_, widths))
  matrix(unlist(rows, use.names = FALSE), length(rows), widths, byrow = TRUE, dimnames = list(names(rows), NULL))
}

# Views without row names take those of another view with as many samples, which the attribute `lender` names. Where none has any,
# samples are counted from 1.
with_ids <- function(views) {
  bare <- names(views)[vapply(views, function(view) is.null(rownames(view)), TRUE)]
  named <- setdiff(names(views), bare)
  if (length(bare) == 0) return(views)
  first <- views[[c(named, bare)[1]]]
  sizes <- vapply(views, nrow, 1L)
  if (length(named) == 0 && any(sizes != sizes[1])) return(views)
  ids <- if (length(named)) rownames(first) else as.character(seq_len(nrow(first)))
  for (name in bare) {
    if (sizes[[name]] != length(ids))
      stop(name, ": has no row names but ", named[1], " has, give all views row names or none", call. = FALSE)
    rownames(views[[name]]) <- ids
  }
  if (length(named)) attr(views, "lender") <- stats::setNames(rep(named[1], length(bare)), bare)
  views
}

# A folder with the views, a views.json and a metadata.csv; who asks for it removes it.
hand_over <- function(views, metadata = NULL) {
  folder <- tempfile("manyview-")
  dir.create(folder)
  specs <- lapply(seq_along(views), function(place) {
    view <- views[[place]]
    sparse <- inherits(view, "Matrix")
    file <- paste0("view-", place, if (sparse) ".mtx" else ".npy")
    if (sparse) Matrix::writeMM(general(view), file.path(folder, file))
    else write_npy(view, file.path(folder, file))
    spec <- list(file = file, samples = "rows")
    if (!sparse) spec$variable <- paste0("view-", place)
    if (!is.null(rownames(view))) spec$ids <- I(rownames(view))
    if (!is.null(colnames(view))) spec$features <- I(colnames(view))
    spec
  })
  names(specs) <- names(views)
  text <- jsonlite::toJSON(list(views = specs), auto_unbox = TRUE)
  writeLines(enc2utf8(text), file.path(folder, "views.json"), useBytes = TRUE)
  if (!is.null(metadata))
    utils::write.csv(metadata, file.path(folder, "metadata.csv"), row.names = FALSE, na = "", fileEncoding = "UTF-8")
  folder
}

general <- function(view) methods::as(methods::as(methods::as(view, "dMatrix"), "generalMatrix"), "CsparseMatrix")

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

# Reads a matrix of floats or doubles, row after row.
read_npy <- function(path) {
  file <- file(path, "rb")
  on.exit(close(file))
  readBin(file, "raw", 8)
  header <- rawToChar(readBin(file, "raw", readBin(file, "integer", size = 2, signed = FALSE, endian = "little")))
  shape <- as.integer(strsplit(sub(".*\\(([0-9, ]+)\\).*", "\\1", header), ",")[[1]])
  matrix(readBin(file, "double", prod(shape), size = if (grepl("<f4", header)) 4 else 8, endian = "little"), shape[1], shape[2], byrow = TRUE)
}

unpack <- function(packed) {
  bytes <- jsonlite::base64_dec(packed$base64)
  size <- switch(packed$type, uint8 = 1, uint16 = 2, uint32 = 4, float32 = 4)
  what <- if (packed$type == "float32") "double" else "integer"
  readBin(bytes, what, length(bytes) / size, size = size, signed = size == 4, endian = "little")
}
