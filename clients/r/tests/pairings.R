# Matrices beside a table: the pairings that the command and the studio are tested with. They lie in a clone of the repository.
library(manyview)

folder <- "examples/files-together"
if (!nzchar(Sys.getenv("MANYVIEW_NODE", unname(Sys.which("node")))) || !dir.exists(folder)) {
  message("skipped: there is no Node, or no clone of the repository here")
  quit(status = 0)
}
truth <- readLines(file.path(folder, "truth.txt"), warn = FALSE)
view <- function(name) {
  path <- file.path(folder, name)
  if (endsWith(name, ".npy")) manyview:::read_npy(path) else as.matrix(read.csv(path, row.names = 1))
}
table_of <- function(name) {
  table <- read.csv(file.path(folder, name))
  if ("sku" %in% names(table)) data.frame(table[names(table) != "sku"], row.names = table$sku) else table
}
for (pairing in jsonlite::fromJSON(file.path(folder, "pairings.json"), simplifyVector = FALSE)) {
  views <- lapply(pairing$views, view)
  names(views) <- sub("\\..*", "", unlist(pairing$views))
  fit <- function() suppressWarnings(manyview(views, k = 3, metadata = table_of(pairing$table)))
  if (!is.null(pairing$error)) {
    said <- tryCatch({ fit(); "nothing" }, error = conditionMessage)
    for (word in pairing$error) if (!grepl(word, said, fixed = TRUE)) stop(pairing$title, ": it said: ", said)
    next
  }
  found <- fit()
  ids <- unlist(pairing$ids)
  # Samples without ids are counted from 1.
  if (ids[1] == "0") ids <- as.character(as.integer(ids) + 1L)
  if (!identical(names(found$labels)[1:3], ids)) stop(pairing$title, ": the ids are ", toString(names(found$labels)[1:3]))
  stopifnot(rowSums(table(found$labels, truth) > 0) == 1)
  record <- jsonlite::fromJSON(rawToChar(found$record), simplifyVector = FALSE)
  known <- c(record$associations$associations, record$associations$leftOut)
  stopifnot(setequal(vapply(known, function(one) one$column, ""), c("title", "price", "url")))
}
cat("all is well\n")
