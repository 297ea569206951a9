# What else is known of the samples: tested against the clusters, never clustered.

# Views without the tables of texts among them, and the metadata: the argument, or such a table.
split_metadata <- function(views, metadata) {
  views <- if (is.data.frame(views) || !is.list(views)) views else {
    tables <- vapply(views, function(view) is.data.frame(view) && any(text_columns(view)), TRUE)
    if (is.null(metadata) && sum(tables) == 1 && length(views) > 1) {
      place <- which(tables)
      metadata <- views[[place]]
      name <- if (is.null(names(views))) paste0("X", place) else names(views)[place]
      columns <- toString(utils::head(names(metadata)[text_columns(metadata)], 3))
      warning(name, ": has texts (", columns, "), so it is taken as metadata and not as a view; give it as metadata", call. = FALSE)
      views <- views[-place]
    }
    views
  }
  list(views = views, metadata = metadata)
}

# Views and metadata with a column of ids, each with those of the other where only one has some. Rows without names are those of
# the views, in their order, unless a column has their ids.
join_metadata <- function(views, metadata) {
  if (is.null(metadata)) return(list(views = views))
  if (inherits(metadata, "DataFrame")) {
    named <- !is.null(rownames(metadata))
    metadata <- as.data.frame(metadata, optional = TRUE)
  } else {
    if (!is.data.frame(metadata)) stop("metadata: give a data frame", call. = FALSE)
    named <- .row_names_info(metadata) > 0
  }
  if (ncol(metadata) == 0) stop("metadata: has no column, give at least one", call. = FALSE)
  ids <- rownames(views[[1]])
  counted <- identical(ids, as.character(seq_along(ids)))
  has_ids <- function(column) any(as.character(column) %in% ids)
  column <- if (!named && !counted) Find(has_ids, metadata)
  check_lent(views, if (named) rownames(metadata) else as.character(column))
  if (!is.null(column)) return(list(views = views, metadata = metadata))
  if ((counted || !named) && nrow(metadata) != length(ids))
    stop("metadata: has ", nrow(metadata), " rows but ", names(views)[1], " has ", length(ids),
         " samples, give one row per sample, or both row names", call. = FALSE)
  if (named) ids <- rownames(metadata)
  if (named && counted) views <- lapply(views, function(view) { rownames(view) <- ids; view })
  head <- "sample"
  while (head %in% names(metadata)) head <- paste0(head, "_")
  days <- lapply(metadata, function(column) if (inherits(column, "POSIXt")) format(column, "%Y-%m-%d") else column)
  list(views = views, metadata = data.frame(stats::setNames(list(ids), head), days, check.names = FALSE))
}

# Refuses a view that took the row names of another although the metadata has them in another order, which may be its own.
check_lent <- function(views, ids) {
  lender <- attr(views, "lender")
  if (is.null(lender)) return(invisible())
  own <- rownames(views[[lender[[1]]]])
  if (!identical(ids, own) && setequal(ids, own))
    stop(names(lender)[1], ": has no row names but ", lender[[1]], " and metadata have, in different orders: ",
         "give all row names or none", call. = FALSE)
}
